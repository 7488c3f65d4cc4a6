# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# State that a constructor, a method or a maker replaces is where it was put; what one try moves and its handler leaves
# is told apart.
import torch
from torch import nn


class Replaced(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(2))
        self.b = self.b.cuda()

    def forward(self, x):
        return x + self.b


def constructor_ok():
    return Replaced()(torch.ones(2, device="cuda"))


def constructor_bad():
    return Replaced()(torch.ones(2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cpu, 'self.b' on cuda


class Placed(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", torch.zeros(2))

    def place(self):
        self.b = self.b.cuda()

    def forward(self, x):
        return x + self.b


def method_ok():
    m = Placed()
    m.place()
    return m(torch.ones(2, device="cuda"))


def method_bad():
    m = Placed()
    return m(torch.ones(2, device="cuda"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'self.b' on cpu


def make(n):
    made = []
    for _ in range(n):
        made.append(nn.Linear(2, 2))
    return made


def maker_ok():
    layers = make(2)
    layers[0].cuda()
    return layers[1](torch.ones(2, 2))


def maker_bad():
    layers = make(2)
    for layer in layers:
        layer.cuda()
    return layers[1](torch.ones(2, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'layers[1]' on cuda


class Carries(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.w = torch.zeros(2)

    def to(self, *args, **kwargs):
        moved = super().to(*args, **kwargs)
        moved.w = moved.w.to(*args, **kwargs)
        return moved

    def forward(self, x):
        return self.l(x) + self.w


def carries_ok():
    return Carries().to("cuda")(torch.ones(2, 2, device="cuda"))


def carries_bad():
    return Carries()(torch.ones(2, 2, device="cuda"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.l' on cpu


def tried_ok():
    m = nn.Linear(2, 2)
    try:
        m.cuda()
        where = "cuda"
    except RuntimeError:
        where = "cpu"
    return m(torch.ones(2, 2, device=where))


def tried_bad():
    m = nn.Linear(2, 2)
    try:
        m.cuda()
        where = "cpu"
    except RuntimeError:
        where = "cuda"
    return m(torch.ones(2, 2, device=where))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' {{are|may be}} on different devices
