# `self.centers(x)`, where centers is a property, calls what the property gives, and `.cpu()` of that moves no module.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Loss(nn.Module):
    def __init__(self):
        super().__init__()
        self._centers = nn.Linear(4, 3)

    @property
    def centers(self):
        return self._centers

    def distance(self, x):
        return self.centers(x)


def good():
    loss = Loss().to("cuda")
    x = torch.rand(2, 4, device="cuda")
    print(loss.distance(x).cpu())
    print(loss.centers(x).cpu())
    print(loss.distance(x) + x[:, :3])


def bad():
    loss = Loss().to("cuda")
    x = torch.rand(2, 4, device="cuda")
    print(loss.centers.cpu())
    print(loss.distance(x) + x[:, :3])
    # CHECK: :[[#@LINE-1]]:16: warning: operands of 'Linear' are on different devices: 'self.centers' on cpu, 'x' on cuda
    # What that call would have given never meets anything.
