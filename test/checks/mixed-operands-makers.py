# Modules whose parts are made by what a variable holds, by a base, or by what a caller gives.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import copy
from functools import partial

import torch
from torch import nn


class Chosen(nn.Module):
    def __init__(self, n, conv=False, act_layer=nn.GELU, norm_layer=None, device=None):
        super().__init__()
        options = {"device": device}
        layer = partial(nn.Conv2d, kernel_size=1) if conv else nn.Linear
        self.fc = layer(n, n, bias=True, **options)
        self.act = act_layer()
        self.norm = norm_layer(n) if norm_layer is not None else nn.Identity()

    def forward(self, x):
        return self.norm(self.act(self.fc(x)))


def chosen():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} are on different devices
    return Chosen(4)(torch.ones(2, 4).cuda())


def chosen_ok():
    return Chosen(4, device="cuda")(torch.ones(2, 4).cuda())


class Given(nn.Module):
    def __init__(self, n, norm_layer=nn.LayerNorm):
        super().__init__()
        self.norm = norm_layer(n)

    def forward(self, x):
        return self.norm(x)


def given():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} are on different devices
    return Given(4)(torch.ones(2, 4).cuda())


def given_ok():
    return Given(4).cuda()(torch.ones(2, 4).cuda())


class Stateless(nn.Module):
    def __init__(self, act_layer=nn.ReLU):
        super().__init__()
        self.act = act_layer()

    def forward(self, x):
        return self.act(x)


def stateless_ok():
    return Stateless()(torch.ones(2, 4).cuda())


class Base(nn.Module):
    def __init__(self, n, device=None):
        super().__init__()
        self.fc = nn.Linear(n, n, device=device)


class Between(Base):
    pass


class Derived(Between):
    def __init__(self, *args, scale=1.0, **kwargs):
        super().__init__(*args, **kwargs)
        self.scale = scale

    def forward(self, x):
        return self.fc(x) * self.scale


def derived():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} are on different devices
    return Derived(4)(torch.ones(2, 4).cuda())


def derived_ok():
    return Derived(4, device="cuda")(torch.ones(2, 4).cuda())


class Layer(nn.Linear):
    def __init__(self, n, **kwargs):
        super().__init__(n, n, **kwargs)
        self.n = n

    def forward(self, x):
        return super().forward(x)


def of_library():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} are on different devices
    return Layer(4)(torch.ones(2, 4).cuda())


def of_library_ok():
    return Layer(4, device="cuda")(torch.ones(2, 4).cuda())


class Weighted(nn.Linear):
    def forward(self, x):
        return nn.functional.linear(x, self.weight, self.bias)


def weighted():
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'linear' are on different devices: 'x' on cuda, 'self.weight' on cpu
    return Weighted(4, 4)(torch.ones(2, 4).cuda())


def weighted_ok():
    return Weighted(4, 4).cuda()(torch.ones(2, 4).cuda())


class Popped(nn.Module):
    def __init__(self, **kwargs):
        device = kwargs.pop("device", None)
        super().__init__()
        self.fc = nn.Linear(4, 4, device=device)

    def forward(self, x):
        return self.fc(x)


def popped():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} are on different devices
    return Popped(bias=True)(torch.ones(2, 4).cuda())


def popped_ok():
    return Popped(bias=True, device="cuda")(torch.ones(2, 4).cuda())


class Chain(nn.Sequential):
    def __init__(self, n):
        layers = [nn.Linear(n, n)]
        layers.append(nn.ReLU())
        super().__init__(*layers)


def chain():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} are on different devices
    return Chain(4)(torch.ones(2, 4).cuda())


def chain_ok():
    return Chain(4).cuda()(torch.ones(2, 4).cuda())


def copied():
    net = nn.Linear(4, 4)
    target = copy.deepcopy(net)
    net.cuda()
    x = net(torch.ones(2, 4).cuda())
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'target' on cpu, 'x' on cuda
    return target(x)


def copied_ok():
    net = nn.Linear(4, 4).cuda()
    target = copy.deepcopy(net)
    x = net(torch.ones(2, 4).cuda())
    return target(x)


def called():
    f = torch.add
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'add' are on different devices
    return f(torch.ones(2).cuda(), torch.ones(2))


def called_ok():
    f = torch.add
    return f(torch.ones(2).cuda(), torch.ones(2).cuda())


class Parts(nn.Module):
    def __init__(self, names):
        super().__init__()
        self.parts = nn.ModuleDict()
        self.order = []
        for name in names:
            part = nn.Linear(4, 4)
            self.parts[name] = part
            self.order.append(part)

    def forward(self, x):
        for part in self.order:
            x = part(x)
        return x


class Mixin:
    def __init__(self, n):
        self.scales = nn.ModuleDict({"a": nn.Linear(n, n)})


class Mixed(nn.Module, Mixin):
    def __init__(self, n):
        nn.Module.__init__(self)
        Mixin.__init__(self, n)

    def forward(self, x):
        return self.scales["a"](x)


def mixin():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} are on different devices
    return Mixed(4)(torch.ones(2, 4).cuda())


def mixin_ok():
    return Mixed(4).cuda()(torch.ones(2, 4).cuda())


# A constructor fills a container which is a member already.
def parts():
    # CHECK: :[[@LINE+1]]:12: warning: operands of {{.*}} on different devices
    return Parts(["a", "b"])(torch.ones(2, 4).cuda())


def parts_ok():
    return Parts(["a", "b"]).cuda()(torch.ones(2, 4).cuda())
