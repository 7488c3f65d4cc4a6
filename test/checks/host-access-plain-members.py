# A list of numbers and of members that hold no tensors is no tensor.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, sizes, std=None):
        super().__init__()
        self.count = sum(sizes)
        self.std = std
        self.fc = nn.Linear(2, 2)
        self.weight = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.fc(x) * self.weight

    def plain_good(self, x):
        return np.array([self.std]) + np.tile(x, [self.count, 1])

    def tensor_bad(self, x):
        return np.array([self.weight])
        # CHECK: :[[@LINE-1]]:16: warning: 'array' reads memory
