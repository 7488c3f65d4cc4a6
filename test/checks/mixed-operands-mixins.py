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
