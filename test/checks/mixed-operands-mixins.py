# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A class from which modules alone derive is part of modules: what it makes a member moves with them.
import torch
from torch import nn


class Embeds(object):
    def define(self):
        self.emb = nn.Embedding(10, 4)

    def forward(self, feed):
        return self.emb(feed)


class Deeper(Embeds):
    def forward(self, feed):
        return Embeds.forward(self, feed) * 2


class Model(nn.Module, Deeper):
    def __init__(self):
        super().__init__()
        self.define()

    def forward(self, feed):
        return Deeper.forward(self, feed)


class Other(nn.Module, Deeper):
    def __init__(self):
        super().__init__()
        self.define()

    def forward(self, feed):
        return Deeper.forward(self, feed)


class Plain:
    """Something else derives from it, too."""

    def define(self):
        self.emb = nn.Embedding(10, 4)

    def run(self, feed):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Embedding' are on different devices: 'self.emb' on cpu, 'feed.cuda()' on cuda [device-mixed-operands]
        return self.emb(feed.cuda())


class Net(nn.Module, Plain):
    def __init__(self):
        super().__init__()
        self.define()


class Table(Plain):
    def __init__(self):
        self.define()


# A member that is given as what is annotated with the mixin, and is one of its own layers in a class that derives.
class Named:
    pass


class Chain(Named, nn.Sequential):
    pass


class Graph(Named, nn.Module):
    def __init__(self, model: Named):
        super().__init__()
        self.model = model


class Compiled(Graph):
    def __init__(self, model):
        super().__init__(model)

    def buffers_good(self):
        return list(self.names)


def graph_good(module):
    return Graph(module)


def compiled_good():
    return Compiled(Chain())


# From which a module derives and something else does: each has the methods with what is its own.
class Encodes:
    def make(self):
        self.emb = nn.Embedding(5, 4)

    def encode(self, ids):
        return self.emb(ids)


class OnHost(Encodes):
    def __init__(self):
        self.make()


class Encoder_ok(Encodes, nn.Module):
    def __init__(self):
        nn.Module.__init__(self)
        self.make()

    def forward(self, ids):
        return self.encode(ids)


def on_host():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Embedding' are on different devices: 'self.emb' on cpu, 'ids' on cuda [device-mixed-operands]
    return OnHost().encode(torch.tensor([1, 2]).cuda())


def on_host_ok():
    return OnHost().encode(torch.tensor([1, 2])), Encoder_ok().cuda()(torch.tensor([1, 2]).cuda())
