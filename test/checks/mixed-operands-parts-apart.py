# Modules that are given to a constructor are where they are each, whoever holds them.
# RUN: not %device_tidy check --isolated --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


# FP_apart: the method is judged by itself, too, where every part is where the module is.
class Apart(nn.Module):
    def __init__(self, one, two):
        super().__init__()
        self.one = one
        self.two = two

    def forward(self, x):
        return self.two(self.one(x).cpu())
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'self.two' on the module's device, 'self.one(x).cpu()' on cpu


class Together(nn.Module):
    def __init__(self, one, two):
        super().__init__()
        self.one = one
        self.two = two

    def forward(self, x):
        return self.two(self.one(x))


def first_bad():
    Apart(nn.Linear(3, 3).cuda(), nn.Linear(3, 3))(torch.ones(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' {{are|may be}} on different devices: 'self.one' on cuda, 'x' on cpu


def apart_ok():
    Apart(nn.Linear(3, 3).cuda(), nn.Linear(3, 3))(torch.ones(3).cuda())


# To the method both parts are where the module is; only who makes the object knows that they are not.
def FN_together():
    Together(nn.Linear(3, 3), nn.Linear(3, 3).cuda())(torch.ones(3))
