# Modules that a loop registers under names that it computes: one member stands for them, whatever nobody knows of them.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
import torch
from torch import nn
from elsewhere import blocks, names


class Net(nn.Module):
    def __init__(self, sizes, arch):
        super().__init__()
        self.arch = arch
        self.head = nn.Linear(3, 3)
        self.build(sizes)

    def build(self, sizes):
        for i, size in enumerate(sizes):
            if self.arch == "large" and i >= 12 or self.arch == "small" and i >= 8:
                size = size // 2
            self.add_module(names[i], blocks[i])

    def forward(self, x):
        return self.head(x)


def good(x):
    return Net([], "small").cuda()(x.cuda())


def bad():
    return Net([], "small").cuda()(torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.head' on cuda, 'x' on cpu
