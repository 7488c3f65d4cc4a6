# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
# What stands in the place of a Parameter is one: torch/nn/modules/module.py, __setattr__, takes nothing else there.
import torch
from torch import nn


def table(sizes, dims):
    if dims == 2:
        p = torch.cat([torch.arange(sizes[0])], dim=0)[None, :]
    elif dims == 3:
        a, b = torch.meshgrid(torch.arange(sizes[0]), torch.arange(sizes[1]))
        p = torch.cat([torch.sin(a.flatten()), torch.cos(b.flatten())], dim=0)[None, :]
    else:
        raise NotImplementedError
    p = nn.Parameter(p)
    p.requires_grad = False
    return p


class Good(nn.Module):
    def __init__(self, kind, dims):
        super().__init__()
        self.kind = kind
        self.pos = nn.Parameter(torch.zeros(1, 4, 4))
        self.init(dims)

    def init(self, dims):
        if self.kind == "sincos":
            self.pos = table([2, 3], dims)

    def forward(self, x):
        return x + self.pos


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.init()

    def init(self):
        self.pos = torch.zeros(1, 4, 4)
        # CHECK: :[[#@LINE-1]]:20: warning: 'pos' is not registered with 'Bad', so 'to' leaves it on cpu

    def forward(self, x):
        return x + self.pos
