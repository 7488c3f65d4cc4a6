# Modules that are given to a constructor without a type are parts of what is built: they move with it.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import copy

import torch
from torch import nn
from torch.nn.modules.loss import _Loss


class Wrapper(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, x):
        return self.model(x)


def wrapper_ok():
    return Wrapper(nn.Linear(3, 3)).cuda()(torch.ones(2, 3).cuda())


def wrapper_bad():
    return Wrapper(nn.Linear(3, 3)).cuda()(torch.ones(2, 3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.model' on cuda, 'x' on cpu


# What was given is the same module.
def given_ok():
    model = nn.Linear(3, 3)
    Wrapper(model).cuda()
    return model(torch.ones(2, 3).cuda())


def given_bad():
    model = nn.Linear(3, 3)
    Wrapper(model).cuda()
    return model(torch.ones(2, 3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'torch.ones(2, 3)' on cpu


def clones(module, n):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(n)])


class Encoder(nn.Module):
    def __init__(self, layer, n):
        super().__init__()
        self.layers = clones(layer, n)

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def encoder_ok():
    return Encoder(nn.Linear(3, 3), 4).cuda()(torch.ones(2, 3).cuda())


def encoder_bad():
    return Encoder(nn.Linear(3, 3), 4).cuda()(torch.ones(2, 3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'layer' on cuda, 'x' on cpu


# A copy moves, what was copied does not.
def copied_ok():
    layer = nn.Linear(3, 3)
    Encoder(layer, 4).cuda()
    return layer(torch.ones(2, 3))


# The bases of library classes, by the names of their files.
class Weighted(_Loss):
    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.ones(3))

    def forward(self, x):
        return (x * self.weight).sum()


def loss_ok():
    return Weighted().cuda()(torch.ones(2, 3).cuda())


def loss_bad():
    return Weighted()(torch.ones(2, 3).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'self.weight' on cpu
