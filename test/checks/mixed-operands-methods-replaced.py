# A call of a method in whose place somebody has put another function does what nobody knows.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class First(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(3, 3)

    def sample(self, x):
        return self.f(x)


class Second(First):
    pass


def safe(function):
    return lambda x: function(x.cpu())


def patch(net):
    net.sample = lambda x: x


def one_good():
    net = First()
    net.sample = safe(net.sample)
    return net.sample(torch.zeros(2, 3).cuda())


def several_good(flag):
    net = First() if flag else Second()
    net.sample = safe(net.sample)
    return net.sample(torch.zeros(2, 3).cuda())


def named_good(flag):
    net = First() if flag else Second()
    setattr(net, "sample", lambda x: x)
    return net.sample(torch.zeros(2, 3).cuda())


def patched_good(flag):
    net = First() if flag else Second()
    patch(net)
    return net.sample(torch.zeros(2, 3).cuda())


def bad():
    net = First()
    return net.sample(torch.zeros(2, 3).cuda())
    # CHECK: warning: operands of 'Linear' are on different devices: 'self.f' on cpu, 'x' on cuda


one_good()
several_good(True)
named_good(True)
patched_good(True)
bad()
