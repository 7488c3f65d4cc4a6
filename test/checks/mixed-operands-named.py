# What operands are called, and what is said of where they come from.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='{{warning|note}}:' --implicit-check-not='is a member'
import torch
from torch import nn


class Net(nn.Module):
    # A parameter is no member, although its type is found out by a test.
    def forward(self, q):
        if isinstance(q, torch.Tensor):
            m = torch.ones(3)
            return q + m
            # CHECK: :[[@LINE-1]]:22: warning: operands of '+' may be on different devices: 'q' on its caller's device, 'm' on cpu [device-mixed-operands]
            # CHECK: :[[@LINE-5]]:23: note: 'q' is a parameter of 'forward' and follows the module's device
            # CHECK: :[[@LINE-4]]:17: note: 'm' created on cpu here

    # What is in it is where it is.
    def each(self, rows: list, like: torch.Tensor):
        m = torch.ones(3)
        like = like.cuda()
        for r in rows:
            if isinstance(r, torch.Tensor):
                return torch.mul(r, m)
                # CHECK: :[[@LINE-1]]:24: warning: operands of 'mul' may be on different devices: 'r' on its caller's device, 'm' on cpu [device-mixed-operands]
                # CHECK: :[[@LINE-7]]:20: note: 'rows' is a parameter of 'each' and is on its caller's device
                # CHECK: :[[@LINE-7]]:13: note: 'm' created on cpu here
        return like


class Pairs(nn.Module):
    # Two parts of a tuple have names of their own.
    def forward(self, q: torch.Tensor):
        m = torch.ones(3)
        return torch.stack((m, q))
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'stack' may be on different devices: 'm' on cpu, 'q' on its caller's device [device-mixed-operands]
        # CHECK: :[[@LINE-3]]:13: note: 'm' created on cpu here
        # CHECK: :[[@LINE-5]]:23: note: 'q' is a parameter of


class KeptPairs(nn.Module):
    def forward(self, q: torch.Tensor):
        m = torch.ones(3)
        pair = (m, q)
        return torch.stack(pair)
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'stack' may be on different devices: 'm' on cpu, 'q' on its caller's device [device-mixed-operands]
        # CHECK: :[[@LINE-4]]:13: note: 'm' created on cpu here
        # CHECK: :[[@LINE-6]]:23: note: 'q' is a parameter of
