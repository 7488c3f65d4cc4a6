# Modules that a member holds in a tuple, and a container of modules registers; what `_apply` of a class moves beside; loaders that
# a library has prepared.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
import torch
from accelerate import Accelerator
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x = torch.randn(3, 2, device=dev)


class Pair(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.pair = (a, b)
        self.mods = nn.ModuleList(self.pair)

    def forward(self, x):
        return self.pair[0](x) + self.pair[1](x)


class Made(nn.Module):
    def __init__(self):
        super().__init__()
        a, b = nn.Linear(2, 2), nn.Linear(2, 2)
        self.pair = (a, b)
        self.mods = nn.ModuleList(self.pair)

    def forward(self, x):
        return self.pair[0](x) + self.pair[1](x)


class Left(nn.Module):
    def __init__(self, a, b):
        super().__init__()
        self.pair = (a, b)

    def forward(self, x):
        return self.pair[0](x) + self.pair[1](x)


def tuples_bad():
    return Left(nn.Linear(2, 2), nn.Linear(2, 2)).to(dev)(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.pair[0]' on cpu, 'x' on cuda [device-mixed-operands]


def tuples_ok():
    Pair(nn.Linear(2, 2), nn.Linear(2, 2)).to(dev)(x)
    Made().to(dev)(x)


class Ensemble(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.nets = nets
        for i, n in enumerate(nets):
            self.add_module(str(i), n)

    def forward(self, x):
        return sum(n(x) for n in self.nets)


class Named(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.nets = nets
        for i, n in enumerate(nets):
            setattr(self, f"net{i}", n)

    def forward(self, x):
        return sum(n(x) for n in self.nets)


class Loose(nn.Module):
    def __init__(self, nets):
        super().__init__()
        self.nets = nets

    def forward(self, x):
        return sum(n(x) for n in self.nets)


def lists_bad():
    return Loose([nn.Linear(2, 2) for _ in range(3)]).to(dev)(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'n' on cpu, 'x' on cuda [device-mixed-operands]


def lists_ok():
    Ensemble([nn.Linear(2, 2) for _ in range(3)]).to(dev)(x)
    Ensemble([nn.Linear(2, 2), nn.Linear(2, 2)]).to(dev)(x)
    Named([nn.Linear(2, 2) for _ in range(3)]).to(dev)(x)


class Hidden(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.hidden = [net]
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return self.fc(x) + self.hidden[0](x)


class Applied(Hidden):
    def _apply(self, fn, recurse=True):
        super()._apply(fn, recurse)
        for net in self.hidden:
            net._apply(fn)
        return self


def hidden_bad():
    return Hidden(nn.Linear(2, 2)).to(dev)(x)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.hidden[0]' on cpu, 'x' on cuda [device-mixed-operands]


def hidden_ok():
    return Applied(nn.Linear(2, 2)).to(dev)(x)


def prepared(loader):
    acc = Accelerator()
    net, loader = acc.prepare(nn.Linear(3, 2), loader)
    for x, y in loader:
        net(x)


def unprepared(loader):
    acc = Accelerator()
    net = acc.prepare(nn.Linear(3, 2))
    for x, y in loader:
        net(x)


class Trainer:
    def __init__(self, net, loader):
        self.acc = Accelerator()
        self.net, self.loader = self.acc.prepare(net, loader)

    def fit(self):
        for x, y in self.loader:
            self.net(x)


class Half:
    def __init__(self, net, loader):
        self.net = Accelerator().prepare(net)
        self.loader = loader

    def fit(self):
        for x, y in self.loader:
            self.net(x)


def loaders_bad():
    Half(nn.Linear(3, 2), DataLoader(TensorDataset(torch.ones(8, 3), torch.ones(8)))).fit()
    # CHECK: :[[@LINE-1]]:87: warning: operands of 'Linear' may be on different devices: 'self.net' on cuda, 'x' on cpu [device-mixed-operands]
    unprepared(DataLoader(TensorDataset(torch.ones(8, 3), torch.ones(8))))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' may be on different devices: 'net' on cuda, 'x' on cpu [device-mixed-operands]


def loaders_ok():
    Trainer(nn.Linear(3, 2), DataLoader(TensorDataset(torch.ones(8, 3), torch.ones(8)))).fit()
    prepared(DataLoader(TensorDataset(torch.ones(8, 3), torch.ones(8))))
