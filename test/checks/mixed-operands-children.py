# Parts of a module that a loop moves: what the module holds itself stays where it is.
# RUN: not %device_tidy check --isolated --worlds multi --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)

    def forward(self, x):
        return self.a(x)


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.scale = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return self.a(x) * self.scale


def move(model):
    for child in model.children():
        child.to("cuda:0")


def helper_ok():
    m = M()
    move(m)
    return m(torch.ones(2, 2, device="cuda:0"))


def helper_bad():
    m = M()
    move(m)
    return m(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.a' on cuda:0, 'x' on cpu


def own_parameters_bad():
    m = Scaled()
    move(m)
    return m(torch.ones(2, 2, device="cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'self.a(x)' on cuda:0, 'self.scale' on cpu


def here_ok():
    m = M()
    for child in m.children():
        child.to("cuda:0")
    return m(torch.ones(2, 2, device="cuda:0"))


def here_bad():
    m = M()
    for child in m.children():
        child.to("cuda:0")
    return m(torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.a' on cuda:0, 'x' on cpu


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2)

    def forward(self, x):
        return self.b(self.a(x))


# Only one of them was moved.
def first_only_bad():
    m = Two()
    for child in m.children():
        child.to("cuda:0")
        break
    return m(torch.ones(2, 2, device="cuda:0"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.a' on cpu, 'x' on cuda:0


def everything_ok():
    m = Scaled()
    for module in m.modules():
        module.to("cuda:0")
    return m(torch.ones(2, 2, device="cuda:0"))
