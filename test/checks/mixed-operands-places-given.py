# A module that brings its input to its own device has layers, which may be elsewhere; and a device that is written at
# the call is as sure as one that is written where the tensor is made.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Brings(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.device = device

    def forward(self, x):
        return self.lin(x.to(self.device))


def add(x, device):
    return x + torch.zeros(3, device=device)


if torch.cuda.device_count() > 1:
    Brings("cuda:1").to("cuda:0")(torch.randn(3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.lin' on cuda:0, 'x.to(self.device)' on cuda:1
    Brings("cuda:1").to("cuda:1")(torch.randn(3))
    add(torch.randn(3).cuda(), "cpu")
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.zeros(3, device=device)' on cpu
    add(torch.randn(3).cuda(), "cuda")
