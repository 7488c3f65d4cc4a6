# What is of a class that nobody knows may be a tensor or a device; arrays of a shape are tensors, whoever hands the name on.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn, Tensor
from elsewhere import Float, Place


class Background(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer(name="color", tensor=torch.ones(3))

    def shaped_good(self, dirs: Float[Tensor, "B 3"]):
        return torch.ones(4, 3).to(dirs) * self.color.to(dirs)

    def placed_good(self, place: Place):
        return torch.ones(4, 3).to(place) * self.color.to(place)

    def forward(self, dirs: Float[Tensor, "B 3"]):
        return torch.ones(4, 3).to(dirs.dtype) * self.color.to(dirs)
        # CHECK: :[[@LINE-1]]:48: warning: operands of '*' may be on different devices


class Named(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer(name="color", tensor=torch.ones(3))
        self.add_module(name="lin", module=nn.Linear(3, 3))

    def forward(self, x):
        return self.lin(x) * self.color


def named_good(x):
    return Named().cuda()(x.cuda())


def named_bad():
    return Named().cuda()(torch.ones(3))
    # CHECK: :[[@LINE-1]]:12: warning: operands
