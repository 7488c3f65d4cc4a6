# What a class that the constructor is given makes is a module, for all that is known, and registered.
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class StackedOk(nn.Module):
    def __init__(self, cell, width):
        super().__init__()
        self.width = width
        self.cell = cell
        self.first = nn.Linear(3, width)
        self.second = self.halved(2 * width)

    def halved(self, width):
        layer = self.cell(self.width, width, stride=2)
        self.width = width
        return layer

    def forward(self, x):
        return self.second(self.first(x))


class StackedBad(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.width = width
        self.first = nn.Linear(3, width)
        self.second = self.halved(2 * width)
        # CHECK: :[[@LINE-1]]:23: warning: 'second' is not registered with 'StackedBad', so 'to' leaves it on cpu

    def halved(self, width):
        rows = torch.ones(self.width, width)
        return rows

    def forward(self, x):
        return self.second @ self.first(x)
