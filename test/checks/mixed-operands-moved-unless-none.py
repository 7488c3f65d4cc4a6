# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not=warning:
# A method that moves what is there, `if self.model is not None`: whoever has made the object knows that it is.
import torch
from torch import nn


class Runner:
    def __init__(self):
        self.model = None

    def place(self, device):
        if self.model is not None:
            self.model.to(device)

    def put(self, device):
        if self.model is None:
            return
        self.model = self.model.to(device)

    def run(self, x):
        return self.model(x)


class Regression(Runner):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(2, 1)


def never_moved():
    r = Regression()
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'self.model' on cpu, 'x' on cuda
    return r.run(torch.ones(1, 2).cuda())


def moved_ok():
    r = Regression()
    r.place("cuda")
    return r.run(torch.ones(1, 2).cuda())


def put():
    r = Regression()
    r.put("cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'self.model' on cuda, 'x' on cpu
    return r.run(torch.ones(1, 2))


def put_ok():
    r = Regression()
    r.put("cuda")
    return r.run(torch.ones(1, 2).cuda())


# The same of one class, and of what it has beside it.
class Own:
    def __init__(self):
        self.net, self.other = nn.Linear(2, 1), None

    def place(self, device):
        for net in (self.net, self.other):
            if net is not None:
                net.to(device)


def own():
    o = Own()
    o.place("cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'o.net' on cuda, 'torch.ones(1, 2)' on cpu
    return o.net(torch.ones(1, 2))


def own_ok():
    o = Own()
    o.place("cuda")
    return o.net(torch.ones(1, 2).cuda())


# What the class holds until an object has its own.
class Held:
    net = None

    def place(self, device):
        if self.net is not None:
            self.net.to(device)

    def run(self, x):
        return self.net(x)


class Linear(Held):
    def __init__(self):
        self.net = nn.Linear(2, 2)


def held():
    h = Linear()
    h.place("cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'self.net' on cuda, 'x' on cpu
    return h.run(torch.zeros(2))


def held_ok():
    h = Linear()
    h.place("cuda")
    return h.run(torch.zeros(2).cuda())
