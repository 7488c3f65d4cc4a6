# Parameters and slices of layers that a constructor moves, while the rest of the module stays.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class State(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.scale.data = self.scale.data.to(device)

    def forward(self, x):
        return x * self.scale


class Layer(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.fc.weight.data = self.fc.weight.data.to(device)
        self.fc.bias.data = self.fc.bias.data.to(device)

    def forward(self, x):
        return self.fc(x)


class Made(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.fc.weight.data = torch.zeros(3, 3, device=device)
        self.fc.bias.data = torch.zeros(3, device=device)

    def forward(self, x):
        return self.fc(x)


class Replaced(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.fc.weight = nn.Parameter(self.fc.weight.to(device))
        self.fc.bias = nn.Parameter(self.fc.bias.to(device))

    def forward(self, x):
        return self.fc(x)


class Plain:
    def __init__(self, device):
        self.w = torch.ones(3)
        self.w.data = self.w.data.to(device)

    def step(self, x):
        return x + self.w


def data_bad():
    x = torch.ones(3, device="cuda:0")
    State("cpu")(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of '*' are on different devices: 'x' on cuda:0, 'self.scale' on cpu [device-mixed-operands]
    Layer("cpu")(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda:0 [device-mixed-operands]
    Made("cpu")(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda:0 [device-mixed-operands]
    Replaced("cpu")(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda:0 [device-mixed-operands]
    Plain("cpu").step(x)
    # CHECK: :[[@LINE-1]]:18: warning: operands of '+' are on different devices: 'x' on cuda:0, 'self.w' on cpu [device-mixed-operands]


def data_ok():
    x = torch.ones(3, device="cuda:0")
    State("cuda:0")(x)
    Layer("cuda:0")(x)
    Made("cuda:0")(x)
    Replaced("cuda:0")(x)
    Plain("cuda:0").step(x)


class Sliced(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(3, 3) for _ in range(4)])
        self.layers[:2].to("cuda:0")
        self.layers[2:].to("cuda:1")

    def forward(self, x):
        x = self.layers[:2](x)
        return self.layers[2:](x.to("cuda:1"))


class Halves(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3), nn.ReLU())
        self.front = self.features[:2].to("cuda:0")
        self.back = nn.Sequential(self.features[2:], nn.ReLU()).to("cuda:1")

    def forward(self, x):
        return self.back(self.front(x).to("cuda:1"))


def slices_ok():
    x = torch.ones(3, device="cuda:0")
    Sliced()(x)
    Halves()(x)


# FN_: nobody keeps apart what a slice has and what it leaves out, so that the move that is missing is not seen.
def FN_slices_bad():
    x = torch.ones(3, device="cuda:0")
    layers = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3), nn.ReLU())
    layers[:2].to("cuda:0")
    layers[2:].to("cuda:1")
    return layers[2:](layers[:2](x))
