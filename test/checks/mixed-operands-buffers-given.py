# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands,device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
# A buffer moves with its module, wherever it came from, and whatever takes the place of a buffer that is None.
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.register_buffer("w", w)

    def forward(self, x):
        return x * self.w


def good_given():
    return Scaled(torch.ones(2)).cuda()(torch.ones(2).cuda())


def bad_given():
    # CHECK: given.py:[[#@LINE+1]]:{{.*}}operands of '*'{{.*}}on different devices
    return Scaled(torch.ones(2))(torch.ones(2).cuda())


class Kept(nn.Module):
    def __init__(self, w):
        super().__init__()
        self.w = w

    def forward(self, x):
        return x * self.w


def bad_kept():
    # CHECK: given.py:[[#@LINE+1]]:{{.*}}operands of '*' are on different devices
    return Kept(torch.ones(2)).cuda()(torch.ones(2).cuda())


class GoodLater(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("b", None)
        self.b = torch.ones(2)

    def forward(self, x):
        return x * self.b


class BadLater(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = None
        # CHECK: given.py:[[#@LINE+1]]:{{.*}}'b' is not registered with 'BadLater'
        self.b = torch.ones(2)

    def forward(self, x):
        return x * self.b


def good_later():
    return GoodLater().cuda()(torch.ones(2).cuda())
