# What moved the whole moved its parts, whoever made them, and whoever hands them out.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.fc = None

    def update_fc(self, n):
        self.fc = nn.Linear(4, n)

    def forward(self, x):
        return self.fc(self.body(x))


class MovedAgain:
    def __init__(self, device):
        self.net = Net()
        self.device = device

    def step(self, n, x):
        self.net.update_fc(n)
        self.train(x)

    def train(self, x):
        self.net.to(self.device)
        return self.net(x.to(self.device))


class NotMovedAgain:
    def __init__(self, device):
        self.net = Net()
        self.device = device
        self.net.to(self.device)

    def step(self, n, x):
        self.net.update_fc(n)
        self.train(x)
        # CHECK: :[[@LINE-1]]:14: warning: operands of 'Linear' may be on different devices: 'self.fc' on cpu

    def train(self, x):
        return self.net(x.to(self.device))


def part(model):
    return model.embedding


class Embedded(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Linear(3, 4)


def moved_good(model, device):
    model.to(device)
    return part(model)(torch.zeros(2, 3).to(device))


def moved_bad(model, device):
    return part(model)(torch.zeros(2, 3).to(device))


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
MovedAgain(device).step(2, torch.randn(2, 3))
NotMovedAgain(device).step(2, torch.randn(2, 3))
print(moved_good(Embedded(), device))
print(moved_bad(Embedded(), device))
# CHECK: :[[@LINE-1]]:7: warning: operands of 'Linear' may be on different devices: 'part(model)' on cpu
