# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A module whose constructor puts layers into a list that it holds already has their state.
import torch
from torch import nn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.h = torch.zeros(3)

    def forward(self, x):
        y = self.fc(x) + self.fc(self.h)
        self.h = y.detach()
        return y


class RegisteredCell(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.register_buffer("h", torch.zeros(3))

    def forward(self, x):
        y = self.fc(x) + self.fc(self.h)
        self.h = y.detach()
        return y


class Stack(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(n):
            self.layers.append(Cell())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x) + x
        return x


class RegisteredStack(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(n):
            self.layers.append(RegisteredCell())

    def forward(self, x):
        for layer in self.layers:
            x = layer(x) + x
        return x


def stack_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.fc' on cuda, 'self.h' on cpu
    return Stack(2).to("cuda")(torch.ones(3, device="cuda"))


def stack_good():
    return RegisteredStack(2).to("cuda")(torch.ones(3, device="cuda"))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleDict()
        self.layers["a"] = nn.Linear(3, 3)

    def forward(self, x):
        return self.layers["a"](x)


def input_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'self.layers["a"]' on cuda, 'x' on cpu
    return Net().to("cuda")(torch.ones(3))


def input_good():
    return Net().to("cuda")(torch.ones(3).to("cuda"))
