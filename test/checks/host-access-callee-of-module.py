# A helper reads on the host what a module's layer gave.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def lengths_of(mask: torch.Tensor):
    return mask.sum(dim=1).numpy()


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor):
        return lengths_of(self.linear(x))
        # CHECK: :[[@LINE-1]]:16: warning: 'numpy' reads memory of 'mask.sum(dim=1)' on the host, but 'mask.sum(dim=1)' may be on the module's device


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 2)

    def forward(self, x: torch.Tensor):
        return lengths_of(self.linear(x).cpu())
