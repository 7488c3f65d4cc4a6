# A function gives one of several modules, and its caller moves in place the one that it was given.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Small(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)

    def forward(self, x):
        return self.lin(x)


class Large(Small):
    pass


def create(kind):
    if kind == "a":
        return nn.Linear(4, 4)
    else:
        return nn.Linear(4, 4, bias=False)


def create_own(kind):
    if kind == "a":
        return Small()
    elif kind == "b":
        return Large()
    raise ValueError(kind)


def moved_bad(kind):
    model = create(kind)
    model.to(device)
    model(torch.zeros(4))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'torch.zeros(4)' on cpu


def moved_ok(kind):
    model = create(kind)
    model.to(device)
    model(torch.zeros(4).to(device))


# Nobody here can say which.
def unknown_bad():
    model = create_own(input())
    if torch.cuda.is_available():
        model.cuda()
    model(torch.zeros(4))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'self.lin' on cuda, 'x' on cpu


def unknown_ok():
    model = create_own(input())
    x = torch.zeros(4)
    if torch.cuda.is_available():
        model.cuda()
        x = x.cuda()
    model(x)


# Two of them: the one moves, the other stays.
def two_ok():
    first, second = create(input()), create(input())
    first.to(device)
    second(torch.zeros(4))


def two_bad():
    first, second = create(input()), create(input())
    first.to(device)
    first(second(torch.zeros(4)))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'first' on cuda, 'second(torch.zeros(4))' on cpu


# A helper of the constructor makes one of two, and nothing else puts anything there.
class Solver:
    def __init__(self, kind):
        self.kind = kind
        self.build()

    def build(self):
        if self.kind == "a":
            self.net = nn.Linear(4, 4)
        elif self.kind == "b":
            self.net = nn.Linear(4, 4, bias=False)
        self.net.to(device)

    def train_bad(self):
        self.net(torch.zeros(4))
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' may be on different devices: 'self.net' on cuda, 'torch.zeros(4)' on cpu

    def train_ok(self):
        self.net(torch.zeros(4).to(device))


# The constructor has put one there before, and moves only what the helper makes.
class Kept:
    def __init__(self, kind):
        self.kind = kind
        self.other = nn.Linear(4, 4)
        self.build_ok()
        self.other(torch.zeros(4))

    def build_ok(self):
        if self.kind == "a":
            self.other = nn.Linear(4, 4)
            self.other(torch.zeros(4))
