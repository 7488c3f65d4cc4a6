# A function that is given the state has its own name for what meets it there.
# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not="used with 'x'"
import torch
from torch import nn


def scaled(x, by):
    return x * by


class InCallee(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.scale = torch.ones(3)

    def forward(self, x):
        # CHECK: 'scale' is not registered with 'InCallee'
        # CHECK: :[[@LINE+1]]:16: note: 'scale' used here
        return scaled(self.fc(x), self.scale)


class Here(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.scale = torch.ones(3)

    def forward(self, x):
        # CHECK: 'scale' is not registered with 'Here'
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: note: 'scale' used with 'self.fc(x)' here
        return self.fc(x) * self.scale
