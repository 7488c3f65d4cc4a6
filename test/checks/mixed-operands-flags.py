# Flags that are made from several answers: who chooses the device chooses everything that follows from it.
# RUN: not %device_tidy check --isolated --select device-mixed-operands,device-unguarded-accelerator,device-parallel-before-move %s | FileCheck %s --implicit-check-not='warning:'
import argparse

import torch
import torch.nn as nn

options = argparse.ArgumentParser().parse_args()
use_accelerator = not options.cpu and torch.accelerator.is_available()
device = torch.accelerator.current_accelerator() if use_accelerator else torch.device("cpu")
has_gpu = True if torch.cuda.is_available() else False


# Each replica has its part where there are several accelerators.
class Parts(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        self.main = nn.Sequential(nn.Linear(2, 2))

    def forward(self, x):
        if (x.is_cuda or x.is_xpu) and self.count > 1:
            return nn.parallel.data_parallel(self.main, x, range(self.count))
        return self.main(x)


parts = Parts(options.count).to(device)
loss = nn.BCELoss()
for _ in range(3):
    noise = torch.randn(4, 2, device=device)
    label = torch.full((4,), 1.0, device=device)
    ok = loss(parts(noise), label)
    bad = loss(parts(noise), torch.full((4,), 1.0))
    # CHECK: :[[@LINE-1]]:11: warning: operands of 'BCELoss' may be on different devices


if has_gpu:
    there_ok = torch.zeros(2, device="cuda")
there_bad = torch.zeros(2, device="cuda")
# CHECK: :[[@LINE-1]]:13: warning: 'zeros' needs an accelerator


# What either of two answers does, it does to both.
def either_ok(a, b):
    x = torch.ones(2, 2)
    y = torch.ones(2, 2)
    if a or b:
        x = x.to("meta")
    if b or a:
        y = y.to("meta")
    return x + y


def either_bad(a, b):
    x = torch.ones(2, 2)
    y = torch.ones(2, 2)
    if a or b:
        x = x.to("meta")
    if a:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


# Two answers of two flags.
def both_ok(a, b):
    moves = a and b
    x = torch.ones(2, 2)
    y = torch.ones(2, 2)
    if moves:
        x = x.to("meta")
    if moves:
        y = y.to("meta")
    return x + y


def both_bad(a, b):
    moves = a and b
    x = torch.ones(2, 2)
    y = torch.ones(2, 2)
    if moves:
        x = x.to("meta")
    if not moves:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices


# What a function asks of an argument, its callers answer: by two flags, in each of their ways.
class Tested(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Linear(2, 2)

    def forward(self, x):
        if x.is_cuda:
            return self.main(x) + torch.ones(2, 2, device="cuda")
        return self.main(x) + torch.ones(2, 2)


if options.gpu and torch.cuda.is_available():
    chosen = torch.device("cuda")
else:
    chosen = torch.device("cpu")
tested = Tested().to(chosen)
tested_ok = tested(torch.ones(2, 2, device=chosen))
tested_bad = tested(torch.ones(2, 2))
# CHECK: :[[@LINE-1]]:14: warning: operands of 'Linear' may be on different devices


# What is made on the CPU where an argument is there follows the argument, and so do others.
class Biased(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))

    def followed_ok(self, x: torch.Tensor):
        zeros = torch.zeros(2)
        if x.is_cuda:
            zeros = zeros.cuda()
        return zeros + self.scale

    def followed_bad(self, x: torch.Tensor):
        zeros = torch.zeros(2)
        if x.is_sparse:
            zeros = zeros.cuda()
        return zeros + self.scale
        # CHECK: :[[@LINE-1]]:22: warning: operands of '+' may be on different devices


# The same two ways in a function and in its caller.
def maybe_moved(x, a, b):
    if a or b:
        x = x.to("meta")
    return x


def repeated_ok(a, b):
    x = maybe_moved(torch.ones(2), a, b)
    y = torch.ones(2)
    if a or b:
        y = y.to("meta")
    return x + y


def repeated_bad(a, b):
    x = maybe_moved(torch.ones(2), a, b)
    y = torch.ones(2)
    if a:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


# Each iteration has ways of its own.
def looped_bad(n):
    y = torch.ones(2)
    done = False
    while not done:
        if n > 3 or n == 0:
            done = True
            y = y.to("meta")
        n = n - 1
    return y + torch.ones(2)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


def looped_ok(n):
    y = torch.ones(2)
    done = False
    while not done:
        if n > 3 or n == 0:
            done = True
            y = y.to("cpu")
        n = n - 1
    return y + torch.ones(2)


# What is not on meta may be anywhere.
class Elsewhere(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))

    def tested_ok(self, x: torch.Tensor):
        if x.device.type != "cpu":
            return x
        return torch.zeros(2) + self.scale

    def tested_bad(self, x: torch.Tensor):
        if x.device.type == "meta":
            return x
        return torch.zeros(2) + self.scale
        # CHECK: :[[@LINE-1]]:31: warning: operands of '+' may be on different devices


# A parameter that the machine may turn off.
def narrowed_ok(use):
    x = torch.ones(2)
    y = torch.ones(2)
    if use and not torch.cuda.is_available():
        use = False
    if use:
        x = x.cuda()
    print(x)
    if use:
        y = y.cuda()
    return x + y


def narrowed_bad(use):
    x = torch.ones(2)
    y = torch.ones(2)
    before = use
    if use and not torch.cuda.is_available():
        use = False
    if use:
        x = x.cuda()
    print(x)
    if not before:
        y = y.cuda()
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


# What a handler leaves.
def tried_ok():
    x = torch.ones(2)
    y = torch.ones(2)
    try:
        x = x.to("meta")
        done = True
    except RuntimeError:
        done = False
    if done:
        y = y.to("meta")
    return x + y


def tried_bad():
    x = torch.ones(2)
    y = torch.ones(2)
    try:
        x = x.to("meta")
        done = True
    except RuntimeError:
        done = False
    if not done:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices


# A function whose answer hangs on its argument gives it twice.
def wants(count):
    if count > 2:
        return True
    return False


def asked_ok(count):
    x = torch.ones(2)
    y = torch.ones(2)
    if wants(count):
        x = x.to("meta")
    print(x)
    if wants(count):
        y = y.to("meta")
    return x + y


def asked_bad(count, other):
    x = torch.ones(2)
    y = torch.ones(2)
    if wants(count):
        x = x.to("meta")
    print(x)
    if wants(other):
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


def both_of(a, b):
    return a and b


def all_ok(a, b):
    x = torch.ones(2)
    if both_of(a, b):
        x = x.to("meta")
    if not both_of(a, b):
        return x + torch.ones(2)
    return x


def all_bad(a, b):
    x = torch.ones(2)
    if both_of(a, b):
        x = x.to("meta")
    if not a:
        return x
    return x + torch.ones(2)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices


# One of two flags, in a function and in its caller.
def unless_off(x, use):
    if not use:
        return x
    return x.to("meta")


def passed_ok(a, b):
    use = a or b
    x = unless_off(torch.ones(2), use)
    y = torch.ones(2)
    if not use:
        return x + y
    return x + y.to("meta")


def passed_bad(a, b):
    use = a or b
    x = unless_off(torch.ones(2), use)
    y = torch.ones(2)
    if not use:
        y = y.to("meta")
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices
