# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What a list holds whose elements are alike is what `f(*list)` gives to each parameter.
import torch


def total(x, y):
    return x + y


def scaled(x, y, scale=1.0):
    return (x + y) * scale


def forwarded(*args, **kwargs):
    return total(*args, **kwargs)


def comprehended_bad(batch):
    inputs = [part.cuda() for part in batch]
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'total(*inputs)' on cuda, 'torch.ones(3)' on cpu
    return total(*inputs) + torch.ones(3)


def comprehended_good(batch):
    inputs = [part.cuda() for part in batch]
    return total(*inputs) + torch.ones(3, device="cuda")


def generated_bad(batch):
    inputs = (part.cuda() for part in batch)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'forwarded(*inputs)' on cuda, 'torch.ones(3)' on cpu
    return forwarded(*inputs) + torch.ones(3)


def generated_good(batch):
    inputs = (part.cuda() for part in batch)
    return forwarded(*inputs).cpu() + torch.ones(3)


def written_bad(x):
    inputs = [x.cuda(), torch.ones(3)]
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu
    return scaled(*inputs)


def written_good(x):
    inputs = [x.cuda(), torch.ones(3).cuda()]
    return scaled(*inputs)


def unlike_good(x, y, n):
    # Nobody knows which of them comes where.
    inputs = [x.cuda()]
    for _ in range(n):
        inputs.append(y.cpu())
    return total(*inputs[-2:]) + torch.ones(3)


def keys_good(d):
    # A dictionary gives its keys.
    d = {"a": d.cuda(), "b": d.cuda()}
    return total(*d) + "c"
