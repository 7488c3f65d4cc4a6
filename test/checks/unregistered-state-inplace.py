# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What works in place gives back what it was given, a parameter, too; a tensor that is put where a buffer was is a buffer.
import torch
import torch.nn.functional as F
from torch import nn


class Initialised(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.w = nn.init.xavier_uniform_(nn.Parameter(torch.empty(n, n)))
        self.v = nn.init.zeros_(nn.Parameter(torch.empty(n)).requires_grad_())

    def forward(self, x):
        return x @ self.w + self.v


class Uninitialised(nn.Module):
    def __init__(self, n):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'w' is not registered with 'Uninitialised', so 'to' leaves it on cpu [device-unregistered-state]
        self.w = nn.init.xavier_uniform_(torch.empty(n, n))

    def forward(self, x):
        return x @ self.w


class Replaced(nn.Module):
    def __init__(self, n, picture):
        super().__init__()
        self.register_buffer("weights", torch.randn(n, n))
        if picture is not None:
            self.weights = torch.tensor(picture)

    def forward(self, x):
        return F.linear(x, self.weights)


class Plain(nn.Module):
    def __init__(self, n, picture):
        super().__init__()
        self.weights = torch.randn(n, n)
        if picture is not None:
            # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'weights' is not registered with 'Plain', so 'to' leaves it on cpu [device-unregistered-state]
            self.weights = torch.tensor(picture)

    def forward(self, x):
        return F.linear(x, self.weights)


class Given(nn.Module):
    def __init__(self, adjacency):
        super().__init__()
        self.adjacency = nn.Parameter(adjacency)
        self.scale = nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return x @ (self.adjacency * self.scale)
