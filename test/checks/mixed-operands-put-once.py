# `if x.is_cuda: y = y.cuda()`: with several accelerators x need not be on the current one. That is told once, where the
# two meet first, and in the function that moves.
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Transform(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(9, 9)

    def forward(self, x):
        x = self.layer(x)
        identity = torch.eye(3).view(1, 9)
        if x.is_cuda:
            identity = identity.cuda()
        y = x + identity
        # CHECK: :[[@LINE-1]]:15: warning: operands of '+' may be on different devices: 'x' on the module's device, 'identity' on cuda
        return y + x * identity


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.transform = Transform()
        self.layer = nn.Linear(9, 9)

    def forward(self, x):
        return self.layer(self.transform(x)) + x


class TransformOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(9, 9)

    def forward(self, x):
        x = self.layer(x)
        identity = torch.eye(3).view(1, 9).to(x.device)
        return x + identity
