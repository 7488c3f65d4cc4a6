# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A number in a tensor fits anywhere. What a layer is made of is a number.
import torch
from torch import nn


class SizeGood(nn.Module):
    def __init__(self, width, dim):
        super().__init__()
        self.key = nn.Linear(width, dim)
        self.scale = torch.sqrt(torch.tensor(dim).float())

    def forward(self, x: torch.Tensor):
        return self.key(x) / self.scale


class OpenBad(nn.Module):
    def __init__(self, width, scales):
        super().__init__()
        self.key = nn.Linear(width, 4)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'scale' is not registered with 'OpenBad'
        self.scale = torch.sqrt(torch.tensor(scales).float())

    def forward(self, x: torch.Tensor):
        return self.key(x) / self.scale
