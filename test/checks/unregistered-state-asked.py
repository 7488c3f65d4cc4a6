# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A tensor that the constructor moves only if what it was given says where to.
import torch
from torch import nn


class Fixed(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'w' is not registered with 'Fixed'{{.*}} [device-unregistered-state]
        self.w = torch.randn(4)
        if hasattr(model, "inputs"):
            self.w = self.w.to(model.inputs[0])

    def forward(self, x):
        return self.model(x) * self.w


class FixedGood(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.register_buffer("w", torch.randn(4))
        if hasattr(model, "inputs"):
            self.w = self.w.to(model.inputs[0])

    def forward(self, x):
        return self.model(x) * self.w


# Whoever gives a device, or turns the flag on, says where all is.
class Told(nn.Module):
    def __init__(self, model, device=None, use_cuda=False):
        super().__init__()
        self.model = model
        self.w = torch.randn(4)
        self.v = torch.randn(4)
        if device is not None:
            self.w = self.w.to(device)
        if use_cuda:
            self.v = self.v.cuda()

    def forward(self, x):
        return self.model(x) * self.w + self.v
