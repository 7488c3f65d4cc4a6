# A device that may be left out leaves the member and what is made beside it on the default device; a member whose device others are made on is used.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class LeftGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = torch.arange(4096)

    def forward(self, device: torch.device = None):
        return self.table.to(device)[torch.arange(3, device=device)]


class LeftBad(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:22: warning: 'table' is not registered with 'LeftBad'
        self.table = torch.arange(4096)

    def forward(self, device: torch.device = None):
        return self.table[torch.arange(3, device=device)]


class UniformBad(nn.Module):
    def __init__(self, shape, low):
        super().__init__()
        self.shape = shape
        # CHECK: :[[#@LINE+1]]:20: warning: 'low' is not registered with 'UniformBad'
        self.low = torch.tensor(low)

    def forward(self):
        return torch.rand(self.shape, device=self.low.device)


class UniformGood(nn.Module):
    def __init__(self, shape, low):
        super().__init__()
        self.shape = shape
        self.register_buffer("low", torch.tensor(low))

    def forward(self):
        return torch.rand(self.shape, device=self.low.device)


# What it was given may be where all else is.
class GivenOk(nn.Module):
    def __init__(self, shape, low: torch.Tensor):
        super().__init__()
        self.shape = shape
        self.low = low.clone().detach()

    def forward(self):
        return torch.rand(self.shape, device=self.low.device)
