# A class out of a table of classes, under a key that nobody knows: it is one of them.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class A:
    def __init__(self, model):
        self.model = model.to(device)

    def run(self, x):
        return self.model(x)


class B(A):
    pass


class C:
    def __init__(self, model):
        self.model = model

    def run(self, x):
        return self.model(x)


class Added(A):
    def run(self, x):
        return self.model(x.to(device))


TABLE = {"a": A, "b": B}
MIXED = {"a": C, "b": C}
FILLED = {"a": A, "b": B}
FILLED["c"] = Added


def make(name, model):
    return TABLE[name](model)


def make_mixed(name, model):
    return MIXED[name](model)


def make_filled(name, model):
    return FILLED[name](model)


make(input(), nn.Linear(2, 2)).run(torch.zeros(3, 2))
# CHECK: :[[@LINE-1]]:32: warning: operands of 'forward' may be on different devices: 'self.model' on cuda, 'x' on cpu
make(input(), nn.Linear(2, 2)).run(torch.zeros(3, 2, device=device))
make_mixed(input(), nn.Linear(2, 2)).run(torch.zeros(3, 2))
make_filled(input(), nn.Linear(2, 2)).run(torch.zeros(3, 2))
