# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What a function gives beside something else: nothing, what it was given, or a tensor made of that.
import torch
from torch import nn


def limit(value):
    if value is None:
        return None, None
    if not isinstance(value, torch.Tensor):
        value = torch.tensor([value])
    return value, value.dtype


class ClipBad(nn.Module):
    def __init__(self, low=None):
        super().__init__()
        low, dtype = limit(low)
        # CHECK: :[[#@LINE+1]]:20: warning: 'low' is not registered with 'ClipBad', so 'to' leaves it on cpu [device-unregistered-state]
        self.low = low

    def forward(self, x):
        return x if self.low is None else x.clamp(self.low)


class ClipGood(nn.Module):
    def __init__(self, low=None):
        super().__init__()
        low, dtype = limit(low)
        self.register_buffer("low", low)

    def forward(self, x):
        return x if self.low is None else x.clamp(self.low)
