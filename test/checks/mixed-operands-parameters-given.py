# A parameter or a buffer that is handed on as it is is a tensor for a helper that declares no types.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def add(p, k):
    return p + k


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3, 3))

    def forward(self, x):
        return x @ add(torch.ones(3, 3), self.weight)
        # CHECK: :[[@LINE-1]]:20: warning: operands of '+' may be on different devices: 'p' on cpu, 'k' on the module's device


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3, 3))

    def forward(self, x):
        return x @ add(torch.ones(3, 3, device=x.device), self.weight)
