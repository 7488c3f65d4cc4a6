# A tensor that a module holds beside its state stays where it was put, wherever the module is.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn


class CountsGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)
        self.header = torch.zeros(4)

    def load(self, path):
        self.header = torch.from_numpy(np.fromfile(path, dtype=np.float32, count=4))

    def save(self, path):
        header = self.header
        header.numpy().tofile(path)

    def forward(self, x):
        return self.conv(x)


class CountsBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)
        self.register_buffer("header", torch.zeros(4))

    def save(self, path):
        header = self.header
        header.numpy().tofile(path)
        # CHECK: :[[@LINE-1]]:16: warning: 'numpy' reads memory of 'header' on the host

    def forward(self, x):
        return self.conv(x)


class LastBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 1)
        self.last = torch.zeros(4)

    def forward(self, x):
        self.last = self.conv(x)
        return self.last

    def shown(self):
        return self.last.detach().numpy()
        # CHECK: :[[@LINE-1]]:35: warning: 'numpy' reads memory of {{.*}} on the host
