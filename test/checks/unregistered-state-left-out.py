# A text that a caller leaves out is none of those that it is compared with: what is made for another one is not made.
# RUN: not %device_tidy check --isolated --select device-unregistered-state %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Encoding:
    def __init__(self, ids):
        self.ids = ids


def encode(text, tensors=None):
    return Encoding(torch.zeros(1, 1) if tensors == "pt" else None)


class LeftOutOk(nn.Module):
    def __init__(self):
        super().__init__()
        self.pad = encode("x").ids

    def forward(self, x):
        return x + self.pad


class AskedFor(nn.Module):
    def __init__(self):
        super().__init__()
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'pad' is not registered with 'AskedFor', so 'to' leaves it on cpu
        self.pad = encode("x", "pt").ids

    def forward(self, x):
        return x + self.pad
