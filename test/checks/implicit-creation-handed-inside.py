# RUN: not %device_tidy check --isolated --level 2 --select device-implicit-creation --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What an unread function is handed: a copy of the module that somebody gave, tensors inside of lists, one of two.
import copy

import fused_ops
import torch
from torch import nn
from torchprofile import profile_macs


def macs_bad(model: nn.Module, channels):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'probe' is created without a device
    probe = torch.randn(1, channels, 8, 8)
    return profile_macs(copy.deepcopy(model).eval(), [probe])


def macs_good(model: nn.Module, channels):
    probe = torch.randn(1, channels, 8, 8, device=next(model.parameters()).device)
    return profile_macs(copy.deepcopy(model).eval(), [probe])


def norm_bad(grads, device):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'total' is created without a device
    total = torch.zeros(1)
    flag = torch.zeros(1, dtype=torch.int, device=device)
    if grads:
        total = fused_ops.l2(flag, grads)
    return fused_ops.reduce(flag, [[total]])


def norm_good(grads, device):
    total = torch.zeros(1, device=device)
    flag = torch.zeros(1, dtype=torch.int, device=device)
    if grads:
        total = fused_ops.l2(flag, grads)
    return fused_ops.reduce(flag, [[total]])


# It is moved before, or nothing else is anywhere.
def moved_good(grads, device):
    total = torch.zeros(1)
    flag = torch.zeros(1, dtype=torch.int, device=device)
    total = total.to(device)
    return fused_ops.reduce(flag, [total])


def alone_good(model):
    probe = torch.randn(1, 8, 8)
    return profile_macs(copy.deepcopy(model), [probe])
