# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What is a tensor because it is used as one may be None nevertheless, where somebody asks.
import torch
from torch import nn


class Masked(nn.Module):
    def forward(self, x: torch.Tensor, mask):
        if mask is None:
            mask = torch.ones(3, dtype=torch.bool)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'masked_fill' may be on different devices: 'x' on its caller's device, 'mask' on cpu [device-mixed-operands]
        return x.masked_fill(mask, 0)


class MaskedGood(nn.Module):
    def forward(self, x: torch.Tensor, mask):
        if mask is None:
            mask = torch.ones(3, dtype=torch.bool, device=x.device)
        return x.masked_fill(mask, 0)


def fuse_bad(conv, w: torch.Tensor):
    if conv.bias is not None:
        b = conv.bias
    else:
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'b' is created without a device, so on the default one [device-implicit-creation]
        b = torch.zeros(conv.weight.size(0))
    return torch.mm(w, b.reshape(-1, 1)).reshape(-1)


def fuse_good(conv, w: torch.Tensor):
    if conv.bias is not None:
        b = conv.bias
    else:
        b = torch.zeros(conv.weight.size(0), device=conv.weight.device)
    return torch.mm(w, b.reshape(-1, 1)).reshape(-1)


class Declared(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor):
        if mask is None:
            mask = torch.ones(3, dtype=torch.bool)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'masked_fill' may be on different devices: 'x' on its caller's device, 'mask' on cpu [device-mixed-operands]
        return x.masked_fill(mask, 0)


def reduce(loss, length):
    if length is not None:
        mask = length.unsqueeze(2)
    else:
        mask = torch.ones_like(loss)
    return loss * mask


class Reduced(nn.Module):
    def forward(self, x, length=None):
        if length is None:
            length = torch.ones(3)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'loss' on its caller's device, 'mask' on cpu [device-mixed-operands]
        return reduce(x.exp(), length)


class ReducedGood(nn.Module):
    def forward(self, x, length=None):
        if length is None:
            length = torch.ones(3, device=x.device)
        return reduce(x.exp(), length)


class Schedule:
    # Whichever kind it is, all that is made of it is on the CPU.
    def __init__(self, n, kind="linear"):
        if kind == "linear":
            self.betas = torch.linspace(0.01, 0.02, n)
        elif kind == "squared":
            self.betas = torch.linspace(0.1, 0.2, n) ** 2
        else:
            raise NotImplementedError(kind)
        self.kept = torch.cumprod(1.0 - self.betas, dim=0)

    def add_noise_bad(self, x: torch.Tensor, steps: torch.Tensor, device):
        x = x.to(device)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'self.kept.flatten()' on cpu, 'x' on 'device' [device-mixed-operands]
        return self.kept.flatten() * x

    def add_noise_good(self, x: torch.Tensor, steps: torch.Tensor, device):
        x = x.to(device)
        return self.kept.to(device).flatten() * x


class Split:
    # Where one is says where the other one is.
    def __init__(self, n, far, device):
        self.near = torch.ones(n, device="cpu" if far else device)
        self.kept = torch.ones(n, device="cpu") if far else torch.ones(n, device="cpu")

    def met_good(self, x: torch.Tensor):
        return x.to(self.near.device) * self.near
