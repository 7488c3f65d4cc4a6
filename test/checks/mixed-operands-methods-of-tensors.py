# Methods of tensors as functions: bound, mapped, and called.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import functools

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(3, device=device)
to_device = functools.partial(torch.Tensor.to, device=device)
to_host = functools.partial(torch.Tensor.to, device="cpu")


def bound_ok():
    return functools.partial(torch.Tensor.to, device=device)(torch.ones(3)) + x


def bound_bad():
    # CHECK: :[[#@LINE+1]]:76: warning: operands of '+' may be on different devices
    return functools.partial(torch.Tensor.to, device="cpu")(torch.ones(3)) + x


def held_ok():
    return to_device(torch.ones(3)) + x


def held_bad():
    # CHECK: :[[#@LINE+1]]:35: warning: operands of '+' may be on different devices
    return to_host(torch.ones(3)) + x


def called_ok():
    return torch.Tensor.to(torch.ones(3), device) + x


def called_bad():
    # CHECK: :[[#@LINE+1]]:32: warning: operands of '+' may be on different devices
    return torch.Tensor.cpu(x) + x
