# The numbers of a row fit anywhere, and so does a row that is taken one by one; a matrix gives rows.
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class BandsOk(nn.Module):
    def __init__(self, n, logarithmic=True):
        super().__init__()
        if logarithmic:
            self.bands = 2 ** torch.linspace(0, n - 1, n)
        else:
            self.bands = torch.linspace(1, 2 ** (n - 1), n)

    def forward(self, x):
        return torch.cat([x] + [torch.sin(band * x) for band in self.bands], -1)


class BandsBad(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.bands = torch.linspace(1, 2 ** (n - 1), n)
        # CHECK: :[[@LINE-1]]:22: warning: 'bands' is not registered with 'BandsBad', so 'to' leaves it on cpu

    def forward(self, x):
        return torch.sin(self.bands * x)


class RowsBad(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.bands = torch.ones(n, n)
        # CHECK: :[[@LINE-1]]:22: warning: 'bands' is not registered with 'RowsBad', so 'to' leaves it on cpu

    def forward(self, x):
        return [torch.sin(band * x) for band in self.bands]


# The number is the target here.
class InPlaceBad(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.bands = torch.arange(n)
        # CHECK: :[[@LINE-1]]:22: warning: 'bands' is not registered with 'InPlaceBad', so 'to' leaves it on cpu

    def forward(self, x):
        return torch.stack([torch.stack([band, x]) for band in self.bands])
