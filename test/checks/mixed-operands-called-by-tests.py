# Where tests call a library says nothing of where others do.
# RUN: split-file %s %t
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise . | FileCheck %s --implicit-check-not=warning:
# CHECK: norm.py:12:22: warning: operands of '/' may be on different devices: 'total' on its caller's device, 'count' on cpu

#--- norm.py
import torch


class Norm(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = torch.nn.Parameter(torch.ones(size))

    def forward(self, x):
        count = torch.arange(1, x.size(-1) + 1).view(1, 1, -1)
        total = torch.cumsum(x, dim=-1)
        return total / count

#--- tests/test_norm.py
import torch
from norm import Norm


def test_norm():
    assert Norm(2)(torch.randn(1, 2, 3)).shape == (1, 1, 3)
