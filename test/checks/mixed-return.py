# An early return that forgets the device.
# RUN: not %device_tidy check --isolated --select device-mixed-return %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn


class Boxes(nn.Module):
    def forward(self, boxes: torch.Tensor):
        if boxes.numel() == 0:
            return torch.zeros(0, 4)
        return boxes * 2

    # CHECK: :[[@LINE-3]]:13: warning: 'forward' may return 'torch.zeros(0, 4)' on cpu, but elsewhere a tensor on its caller's device [device-mixed-return]
    # CHECK: :[[@LINE-4]]:20: note: 'torch.zeros(0, 4)' created on cpu here, the default device
    # CHECK: :[[@LINE-4]]:9: note: 'forward' returns a tensor on its caller's device here

    def repaired(self, boxes: torch.Tensor):
        if boxes.numel() == 0:
            return boxes.new_zeros(0, 4)
        return boxes * 2


class Gather(nn.Module):
    def forward(self, x: torch.Tensor):
        out = torch.zeros(4, 2)
        for i in range(4):
            out[i] = x[i]
        return out

    # CHECK: :[[@LINE-2]]:9: warning: 'forward' may return 'out' on cpu, but stores results on its caller's device in it [device-mixed-return]
    # CHECK: :[[@LINE-6]]:15: note: 'out' created on cpu here, the default device
    # CHECK: :[[@LINE-5]]:20: note: a tensor on its caller's device stored in 'out' here

    def repaired(self, x: torch.Tensor):
        out = torch.zeros(4, 2, device=x.device)
        for i in range(4):
            out[i] = x[i]
        return out


# There is no device to follow.
class Optional(nn.Module):
    def forward(self, x: torch.Tensor | None):
        if x is None:
            return torch.zeros(1)
        return x * 2


# The result follows the argument, or a device that is asked for as a number.
def follows(x):
    out = torch.zeros(4, 2)
    if x.is_cuda:
        out = out.cuda()
    return out


def follows_not(x):
    out = torch.zeros(4, 2)
    if x.is_sparse:
        out = out.cuda()
    return out
    # CHECK: :[[@LINE-1]]:5: warning: 'follows_not' returns 'out' on cpu, but elsewhere a tensor on cuda
    # CHECK: :[[@LINE-5]]:{{[0-9]+}}: note: 'out' created on cpu here
    # CHECK: :[[@LINE-4]]:{{[0-9]+}}: note: 'out' moved to cuda here


def numbered(size: int, device: int):
    if device > -1:
        return torch.arange(size, device=device).cuda()
    return torch.arange(size)


# Who turns a switch off wants the CPU; what the sizes are is no switch.
def switched(args):
    out = torch.zeros(4, 2)
    if args.cuda and torch.cuda.is_available():
        out = out.cuda()
    return out


def chosen(args):
    if torch.cuda.is_available() and not args.cpu:
        return torch.zeros(4, 2).cuda()
    return torch.zeros(4, 2)


def chosen_not(items, use_cuda):
    if len(items) == 0:
        return torch.zeros(4, 2)
    if use_cuda:
        return torch.ones(len(items), 2).cuda()
    return torch.ones(len(items), 2)
    # CHECK: :[[@LINE-4]]:9: warning: 'chosen_not' returns 'torch.zeros(4, 2)' on cpu, but elsewhere a tensor on cuda
    # CHECK: note: 'torch.zeros(4, 2)' created on cpu here
    # CHECK: note: 'chosen_not' returns a tensor on cuda here
    # CHECK: note: possible fix: create 'torch.zeros(4, 2)' on 'cuda'


# Who comes by the one return alone may want no accelerator: it is a possible fix, and a safe one behind the literal.
def named(n):
    if n > 3:
        return torch.zeros(3)
    return torch.ones(3, device="cuda")
    # CHECK: :[[@LINE-2]]:9: warning: 'named' returns 'torch.zeros(3)' on cpu, but elsewhere a tensor on cuda
    # CHECK: note: 'torch.zeros(3)' created on cpu here
    # CHECK: note: 'named' returns a tensor on cuda here
    # CHECK: note: possible fix: create 'torch.zeros(3)' on 'cuda'


def named_before(n):
    x = torch.ones(3, device="cuda")
    if n > 3:
        return torch.zeros(3)
    return x
    # CHECK: :[[@LINE-2]]:9: warning: 'named_before' returns 'torch.zeros(3)' on cpu, but elsewhere a tensor on cuda
    # CHECK: note: 'torch.zeros(3)' created on cpu here
    # CHECK: note: 'named_before' returns a tensor on cuda here
    # CHECK: :[[@LINE-5]]:29: fix: create 'torch.zeros(3)' on 'cuda'


def named_in_both(n):
    if n > 3:
        return torch.zeros(3, device="cuda")
    return torch.ones(3, device="cuda")


def tried():
    x = torch.ones(2)
    try:
        x = x.cuda()
        done = True
    except RuntimeError:
        done = False
    y = torch.ones(2)
    if done:
        y = y.cuda()
    return y


# A number becomes a tensor of its own: it was nowhere before.
def positions(pos):
    if isinstance(pos, int):
        pos = torch.arange(pos)
    return torch.outer(pos, torch.ones(4, device=pos.device))


def positions_bad(pos, some):
    # CHECK: :[[@LINE+4]]:5: warning: 'positions_bad' may return the result of 'torch.outer' on cpu, but elsewhere a tensor on its caller's device
    # CHECK: note: 'pos' created on cpu here when 'some' is true, the default device
    if some:
        pos = torch.arange(4)
    return torch.outer(pos, torch.ones(4, device=pos.device))
    # CHECK: note: 'pos' is a parameter of '{{.*}}positions_bad' and is on its caller's device


class Pairs(nn.Module):
    def forward(self, x: torch.Tensor, names: list):
        if x.numel() == 0:
            empty = torch.zeros(0, 4)
            return names, empty
        return names, x * 2

    # CHECK: :[[@LINE-3]]:13: warning: 'forward' may return 'empty' on cpu, but elsewhere a tensor on its caller's device [device-mixed-return]
    # CHECK: :[[@LINE-5]]:21: note: 'empty' created on cpu here, the default device
    # CHECK: :[[@LINE-4]]:9: note: 'forward' returns a tensor on its caller's device here

    def repaired(self, x: torch.Tensor, names: list):
        if x.numel() == 0:
            empty = torch.zeros(0, 4, device=x.device)
            return names, empty
        return names, x * 2
