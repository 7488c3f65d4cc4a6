# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Keywords that a function takes out again it does not hand on.
import torch
import torch.nn.functional as F


def popped(x, y, **kwargs):
    kwargs["weight"] = torch.ones(3)
    kwargs.pop("weight")
    return F.cross_entropy(x, y, **kwargs)


def deleted(x, y, **kwargs):
    kwargs["weight"] = torch.ones(3)
    del kwargs["weight"]
    return F.cross_entropy(x, y, **kwargs)


def handed_on(x, y, **kwargs):
    kwargs["weight"] = torch.ones(3)
    return F.cross_entropy(x, y, **kwargs)


def good():
    x, y = torch.rand(2, 3).cuda(), torch.zeros(2).long().cuda()
    return popped(x, y), deleted(x, y)


def bad():
    x, y = torch.rand(2, 3).cuda(), torch.zeros(2).long().cuda()
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'cross_entropy' {{.*}} on different devices
    return handed_on(x, y)
