# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A type of elements is no device, whichever of several it is: what is converted stays where it is.
import torch


def promoted_bad(x, y, flag):
    kind = torch.promote_types(x.dtype, y.dtype) if flag else torch.int64
    x = x.cuda().to(kind)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
    return x + torch.ones(3)


def promoted_good(x, y, flag):
    kind = torch.promote_types(x.dtype, y.dtype) if flag else torch.int64
    x = x.cuda().to(kind)
    return x + torch.ones(3, device="cuda")


def left_out_bad(x, dtype=None):
    if dtype is None:
        dtype = x.dtype
    x = x.cuda().to(dtype)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
    return x + torch.ones(3)


def left_out_good(x, dtype=None):
    if dtype is None:
        dtype = x.dtype
    x = x.cuda().to(dtype)
    return x + torch.ones(3, device=x.device)


def unnamed_good(x, place=None):
    # This may be a device.
    if place is None:
        place = x.dtype
    x = x.cuda().to(place)
    return x + torch.ones(3)
