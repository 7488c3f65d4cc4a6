# What is made where an argument was left out: a caller that leaves it out says that it is.
# RUN: not %device_tidy check --isolated --level 1 --worlds gpu %s | FileCheck %s --implicit-check-not='warning:'
import torch


class Masked(torch.nn.Module):
    def forward(self, x, mask=None):
        if mask is None:
            mask = torch.ones(3)
        # CHECK: :[[@LINE+1]]:18: warning: operands of '*' may be on different devices: 'x' on its caller's device, 'mask' on cpu
        return x * mask


class Masked_ok(torch.nn.Module):
    def forward(self, x, mask=None):
        if mask is None:
            mask = torch.ones(3, device=x.device)
        return x * mask


# The flag may be the one that moves the module.
class Flagged_ok(torch.nn.Module):
    def forward(self, x, plain=False):
        noise = torch.randn(3) if plain else torch.randn_like(x)
        return x + noise


class Noisy(torch.nn.Module):
    def forward(self, x, noise=True):
        if noise == True:
            noise = torch.randn(3)
        # CHECK: :[[@LINE+1]]:18: warning: operands of '+' may be on different devices: 'x' on its caller's device, 'noise' on cpu
        return x + noise


class Noisy_ok(torch.nn.Module):
    def forward(self, x, noise=False):
        if noise == True:
            noise = torch.randn(3)
        return x + noise


class Shifted(torch.nn.Module):
    def forward(self, x, shift=None, half=1):
        if shift == None and half != False:
            shift = torch.ones(3)
        # CHECK: :[[@LINE+1]]:18: warning: operands of '+' may be on different devices: 'x' on its caller's device, 'shift' on cpu
        return x + shift


class Shifted_ok(torch.nn.Module):
    def forward(self, x, shift=None, half=1):
        if shift == None and half == False:
            shift = torch.ones(3)
        return x + shift if shift is not None else x


x = torch.ones(3, device="cuda")
Masked()(x)
Masked_ok()(x)
Flagged_ok()(x)
Noisy()(x)
Noisy_ok()(x)
Noisy_ok()(x, x)
Shifted()(x)
Shifted_ok()(x)
