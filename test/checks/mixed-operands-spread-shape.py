# A shape that is spread is a shape: what is made of it has dimensions, and meets no tensor of an accelerator.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch


def noisy(x: torch.Tensor):
    noise = torch.rand(*x.shape)
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' may be on different devices: 'x' on its caller's device, 'noise' on cpu
    return x + noise


def noisy_ok(x: torch.Tensor):
    noise = torch.rand(*x.shape, device=x.device)
    return x + noise


def joined(shape):
    # CHECK: :[[@LINE+1]]:32: warning: operands of '+' are on different devices
    return torch.zeros(*shape) + torch.ones(2, device="cuda")


# Values, and not a shape: it may be a number.
def of_values_ok(values):
    return torch.tensor(*values) + torch.ones(2, device="cuda")
