# A member that is a parameter on one path and None on the other is registered; one made of an unknown value may be a number.
# RUN: not %device_tidy check --isolated --output-format concise --select device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --check-prefix=ONE --implicit-check-not=warning:
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self, bias, mean, size):
        super().__init__()
        if bias is not None:
            self.bias = nn.Parameter(torch.ones(3) * bias)
        else:
            self.bias = None
        # CHECK: :[[@LINE+1]]:22: warning: 'scale' is not registered with 'Head', so 'to' leaves it on cpu [device-unregistered-state]
        self.scale = torch.tensor(size)
        # CHECK: :[[@LINE+2]]:22: warning: 'shift' is not registered with 'Head', so 'to' leaves it on cpu [device-unregistered-state]
        # ONE: warning: 'shift'
        self.shift = torch.tensor(mean).view(-1, 1)

    def forward(self, x: torch.Tensor):
        if self.bias is not None:
            x = x + self.bias
        return x * self.scale + self.shift


class Moved(nn.Module):
    # The member is brought along at each use.
    def __init__(self, dim):
        super().__init__()
        self.positions = torch.arange(dim)
        self.embed = nn.Linear(dim, dim)

    def forward(self, image):
        x = self.embed(image)
        return x + self.positions.to(image.device, dtype=image.dtype)


class Loaded(nn.Module):
    # What is left out is not what stays behind.
    def __init__(self, path):
        super().__init__()
        if path is not None:
            # ONE: warning: 'table'
            # CHECK: :[[@LINE+1]]:26: warning: 'table' is not registered with 'Loaded', so 'to' leaves it on cpu [device-unregistered-state]
            self.table = torch.from_numpy(load(path))
        else:
            self.table = None

    def forward(self, kinds: torch.Tensor):
        return self.table[kinds]


class LoadedGood(nn.Module):
    def __init__(self, path):
        super().__init__()
        if path is not None:
            self.register_buffer("table", torch.from_numpy(load(path)))
        else:
            self.table = None

    def forward(self, kinds: torch.Tensor):
        return self.table[kinds]
