# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A part that a module gets after it was moved is where it was made; the module's own forward says what meets there.
import torch
from torch import nn


class Grown(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 4)

    def add_head(self, classes):
        self.head = nn.Linear(4, classes)

    def forward(self, x):
        return self.head(self.body(x))


class Optional(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 4)
        self.last = None

    def set_last(self, classes):
        self.last = nn.Linear(4, classes)

    def forward(self, x):
        x = self.body(x)
        return x if self.last is None else self.last(x)


def method_bad(x):
    net = Grown().to("cuda")
    net.add_head(2)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.head' on cpu, 'self.body(x)' on cuda
    return net(x.to("cuda"))


def method_good(x):
    net = Grown().to("cuda")
    net.add_head(2)
    net.to("cuda")
    return net(x.to("cuda"))


def assigned_bad(x):
    net = Grown().to("cuda")
    net.head = nn.Linear(4, 2)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.head' on cpu, 'self.body(x)' on cuda
    return net(x.to("cuda"))


def assigned_good(x):
    net = Grown().to("cuda")
    net.head = nn.Linear(4, 2)
    net.head.to("cuda")
    return net(x.to("cuda"))


def made_there_good(x):
    net = Grown().to("cuda")
    net.head = nn.Linear(4, 2).to("cuda")
    return net(x.to("cuda"))


def none_first_bad(x):
    net = Optional().to("cuda")
    net.set_last(2)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.last' on cpu, 'x' on cuda
    return net(x.to("cuda"))


def none_first_good(x):
    net = Optional()
    net.set_last(2)
    net.to("cuda")
    return net(x.to("cuda"))


class Listed(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 4)
        self.heads = nn.ModuleList()

    def grow(self):
        self.heads.append(nn.Linear(4, 2))

    def forward(self, x, task):
        return self.heads[task](self.body(x))


# What a list of parts holds is where the whole is, whoever fills it.
def FN_list(x):
    net = Listed().to("cuda")
    net.grow()
    return net(x.to("cuda"), 0)


class Added(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 4)

    def add_head(self):
        self.add_module("head", nn.Linear(4, 2))

    def classify(self, x):
        return self.head(self.body(x))


# A member that no assignment names may be a method.
def FN_named(x):
    net = Added().to("cuda")
    net.add_head()
    return net.classify(x.to("cuda"))
