# Each grid is made of its own row: the note names that one.
# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not=warning:
import torch


def boxes_bad(masks):
    height, width = masks.shape[-2:]
    none = torch.zeros((0, 4), device=masks.device)
    y = torch.arange(0, height, dtype=torch.float)
    x = torch.arange(0, width, dtype=torch.float)
    y, x = torch.meshgrid(y, x)
    # CHECK: :[[@LINE+3]]:18: warning: operands of '*' may be on different devices: 'masks' on its caller's device, 'x.unsqueeze(0)' on cpu
    # CHECK: :[[@LINE-7]]:15: note: 'masks' is a parameter
    # CHECK: :[[@LINE-4]]:9: note: 'x' created on cpu here
    return masks * x.unsqueeze(0), masks * y.unsqueeze(0), none
    # CHECK: :[[@LINE-1]]:42: warning: operands of '*' may be on different devices: 'masks' on its caller's device, 'y.unsqueeze(0)' on cpu
    # CHECK: :[[@LINE-11]]:15: note: 'masks' is a parameter
    # CHECK: :[[@LINE-9]]:9: note: 'y' created on cpu here


def boxes_ok(masks):
    height, width = masks.shape[-2:]
    none = torch.zeros((0, 4), device=masks.device)
    y = torch.arange(0, height, dtype=torch.float, device=masks.device)
    x = torch.arange(0, width, dtype=torch.float, device=masks.device)
    y, x = torch.meshgrid(y, x)
    return masks * x.unsqueeze(0), masks * y.unsqueeze(0), none


# They have to be on one device, in a list, too.
def mixed_bad(n):
    return torch.meshgrid([torch.arange(n), torch.arange(n, device="meta")], indexing="ij")
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'meshgrid' are on different devices


# Tensors that are given one by one are tensors.
class Apart(torch.nn.Module):
    def forward(self, x):
        a, b = torch.broadcast_tensors(x, x)
        c, d = torch.atleast_1d(x, x)
        return a + torch.ones(3), c + torch.ones(3), a + b.new_ones(3), c + torch.ones(3, device=d.device)
        # CHECK: :[[@LINE-1]]:18: warning: operands of '+' may be on different devices: 'a' on its caller's device, 'torch.ones(3)' on cpu
        # CHECK: :[[@LINE-2]]:37: warning: operands of '+' may be on different devices: 'c' on its caller's device, 'torch.ones(3)' on cpu


class Grid(torch.nn.Module):
    def forward(self, x):
        a, b = torch.meshgrid(x, x)
        return torch.matmul(a, torch.ones(3)), torch.matmul(a, torch.ones(3, device=b.device))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'matmul' may be on different devices: 'a' on its caller's device, 'torch.ones(3)' on cpu
