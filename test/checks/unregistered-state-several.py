# A member that meets several operands at once: a metric or an attention in a plain list or dictionary, two tensors.
# RUN: not %device_tidy check --isolated --worlds gpu --select device-unregistered-state %s | FileCheck %s --implicit-check-not='warning:'
import torch
import torch.nn.functional as F
import torchmetrics
from torch import nn


class Metrics(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)
        self.metrics = {"accuracy": torchmetrics.Accuracy(task="binary")}
        # CHECK: several.py:[[#@LINE-1]]:37: warning: 'metrics' is not registered with 'Metrics', so 'to' leaves it on cpu

    def forward(self, x, y):
        return self.metrics["accuracy"](self.net(x), y)


class MetricsOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 2)
        self.metrics = nn.ModuleDict({"accuracy": torchmetrics.Accuracy(task="binary")})

    def forward(self, x, y):
        return self.metrics["accuracy"](self.net(x), y)


class Listed(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.parts = [nn.Bilinear(3, 4, 5) for _ in range(n)]
        # CHECK: several.py:[[#@LINE-1]]:23: warning: 'parts' is not registered with 'Listed', so 'to' leaves it on cpu

    def forward(self, x, y):
        for part in self.parts:
            x = part(x, y)
        return x


class ListedOk(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.parts = nn.ModuleList([nn.Bilinear(3, 4, 5) for _ in range(n)])

    def forward(self, x, y):
        for part in self.parts:
            x = part(x, y)
        return x


class Affine(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.ones(4, 4)
        # CHECK: several.py:[[#@LINE-1]]:22: warning: 'scale' is not registered with 'Affine', so 'to' leaves it on cpu
        self.shift = torch.zeros(4)
        # CHECK: several.py:[[#@LINE-1]]:22: warning: 'shift' is not registered with 'Affine', so 'to' leaves it on cpu

    def forward(self, x):
        return F.linear(x, self.scale, self.shift)


class AffineOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.ones(4, 4))
        self.shift = nn.Parameter(torch.zeros(4))

    def forward(self, x):
        return F.linear(x, self.scale, self.shift)


class ChosenGood(nn.Module):
    def __init__(self, beta=1 / 3, fixed=True):
        super().__init__()
        self.scale = beta if fixed else nn.Parameter(torch.zeros(1))

    def forward(self, x):
        return x / self.scale


class ChosenBad(nn.Module):
    def __init__(self, beta=1 / 3, fixed=True):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'scale' is not registered with 'ChosenBad'
        self.scale = beta if fixed else torch.zeros(1)

    def forward(self, x):
        return x / self.scale
