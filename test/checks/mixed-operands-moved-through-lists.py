# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not=warning:
# Modules that an object moves through a list which it keeps of them, or through all that it has.
import torch
from torch import nn


class Listed:
    def __init__(self):
        self.nets = []

    def keep(self, net):
        self.nets.append(net)
        return net

    def place(self, device):
        for net in self.nets:
            net.to(device)

    def run(self, x):
        return self.model(x)


class Appended(Listed):
    def __init__(self):
        super().__init__()
        self.model = nn.Linear(2, 1)
        self.nets.append(self.model)


class Kept(Listed):
    def __init__(self):
        super().__init__()
        self.model = self.keep(nn.Linear(2, 1))


class Alone:
    def __init__(self):
        self.nets = []
        self.model = nn.Linear(2, 1)
        self.nets.append(self.model)

    def place(self, device):
        for net in self.nets:
            net.to(device)

    def run(self, x):
        return self.model(x)


def appended():
    a = Appended()
    a.place("cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'self.model' on cuda, 'x' on cpu
    return a.run(torch.ones(1, 2))


def kept():
    k = Kept()
    k.place("cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'self.model' on cuda, 'x' on cpu
    return k.run(torch.ones(1, 2))


def alone():
    a = Alone()
    a.place("cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'self.model' on cuda, 'x' on cpu
    return a.run(torch.ones(1, 2))


def appended_ok():
    a = Appended()
    a.place("cuda")
    return a.run(torch.ones(1, 2).cuda())


def kept_ok():
    k = Kept()
    k.place("cuda")
    return k.run(torch.ones(1, 2).cuda())


def alone_ok():
    a = Alone()
    a.place("cuda")
    return a.run(torch.ones(1, 2).cuda())


# Whatever the object has, which nobody follows one by one.
class Everything_ok:
    def place(self, device):
        for net in [v for v in vars(self).values() if isinstance(v, nn.Module)]:
            net.to(device)

    def run(self, x):
        return self.model(x)


class Regression_ok(Everything_ok):
    def __init__(self):
        self.model = nn.Linear(2, 1)


class Handed_ok:
    def modules(self):
        return [v for v in vars(self).values() if isinstance(v, nn.Module)]

    def place(self, device):
        for net in self.modules():
            net.to(device)

    def run(self, x):
        return self.model(x)


class Other_ok(Handed_ok):
    def __init__(self):
        self.model = nn.Linear(2, 1)


def everything_ok():
    first, second = Regression_ok(), Other_ok()
    first.place("cuda")
    second.place("cuda")
    return first.run(torch.ones(1, 2).cuda()), second.run(torch.ones(1, 2).cuda())


class Evaluated:
    def place(self, device):
        for net in [v for v in vars(self).values() if isinstance(v, nn.Module)]:
            net.eval()

    def run(self, x):
        return self.model(x)


class Never(Evaluated):
    def __init__(self):
        self.model = nn.Linear(2, 1)


def everything():
    n = Never()
    n.place("cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of 'Linear' are on different devices: 'self.model' on cpu, 'x' on cuda
    return n.run(torch.ones(1, 2).cuda())
