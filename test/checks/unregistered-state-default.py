# A number meets a tensor of any device: a parameter of which the default is one.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.ones(3)

    def forward(self, p, scale=1.0):
        return p * (self.a * scale).to(p.device)


class Added(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = torch.ones(3)
        # CHECK: :[[@LINE-1]]:18: warning: 'a' is not registered with 'Added', so 'to' leaves it on cpu

    def forward(self, p, other):
        return p * (self.a * other).to(p.device)
