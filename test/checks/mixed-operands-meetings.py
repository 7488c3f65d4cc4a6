# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What comes out of operations: who of two operands gives way, how many dimensions are left, which module is called.
import torch
from torch import nn


def cast():
    x = torch.ones(2, 2, device="cuda").to(torch.float32)
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(2, 2)' on cpu [device-mixed-operands]
    return x + torch.ones(2, 2)


def cast_ok():
    x = torch.ones(2, 2, device="cuda").to(torch.float32)
    return x + torch.ones(2, 2, device="cuda")


def survivors(flag):
    x = torch.ones(2, 2, device="cuda:0" if flag else "cpu")
    # CHECK: :[[@LINE+1]]:11: warning: operands of '@' may be on different devices: 'x' on cuda:0, 'torch.ones(2, 2)' on cpu [device-mixed-operands]
    y = x @ torch.ones(2, 2)
    # What came through is on the CPU.
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'y' on cpu, 'torch.ones(2, 2, device="cuda:0")' on cuda:0 [device-mixed-operands]
    return y + torch.ones(2, 2, device="cuda:0")


def survivors_ok(flag):
    x = torch.ones(2, 2, device="cuda:0" if flag else "cpu")
    # CHECK: :[[@LINE+1]]:11: warning: operands of '@' may be on different devices: 'x' on cuda:0, 'torch.ones(2, 2)' on cpu [device-mixed-operands]
    y = x @ torch.ones(2, 2)
    return y + torch.ones(2, 2)


def scalars():
    s = torch.tensor(1.0) * torch.tensor(2.0, device="cuda")
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 's' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
    return s + torch.ones(2)


def scalars_ok():
    s = torch.tensor(1.0) * torch.tensor(2.0, device="cuda")
    return s + torch.ones(2, device="cuda")


def equation():
    x = torch.einsum("ij,jk->ik", torch.ones(2, 2), torch.ones(2, 2))
    # CHECK: :[[@LINE+1]]:14: warning: operands of '/' are on different devices: 'x' on cpu, 'torch.ones(2, 2, device="cuda")' on cuda [device-mixed-operands]
    return x / torch.ones(2, 2, device="cuda")


def equation_ok():
    x = torch.einsum("ij,ij->", torch.ones(2, 2), torch.ones(2, 2))
    return x / torch.ones(2, 2, device="cuda")


def like(x):
    return torch.rand_like(x)


def dimensions():
    # CHECK: :[[@LINE+1]]:32: warning: operands of '*' are on different devices: 'like(torch.ones(2))' on cpu, 'torch.ones(2, device="cuda")' on cuda [device-mixed-operands]
    return like(torch.ones(2)) * torch.ones(2, device="cuda")


def dimensions_ok():
    return like(torch.tensor(1.0)) * torch.ones(2, device="cuda")


def chosen(flag):
    n = nn.Linear(2, 2) if flag else nn.Identity()
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'forward' may be on different devices: 'n' on cpu, 'torch.ones(2, 2, device="cuda")' on cuda [device-mixed-operands]
    return n(torch.ones(2, 2, device="cuda"))


def chosen_ok(flag):
    n = nn.Linear(2, 2) if flag else nn.Identity()
    n.cuda()
    return n(torch.ones(2, 2, device="cuda"))


def optional(x=None):
    if x is None:
        x = torch.ones(2)
    return x + torch.ones(2)


def captured():
    a = torch.ones(2)
    b = torch.ones(2, device="cuda")
    both = lambda: a + b
    # CHECK: :[[@LINE+1]]:12: warning: operands of '+' are on different devices: 'a' on cpu, 'b' on cuda [device-mixed-operands]
    return both()


def captured_ok():
    a = torch.ones(2, device="cuda")
    b = torch.ones(2, device="cuda")
    both = lambda: a + b
    return both()


def summed():
    parts = [torch.ones(2)] + [torch.ones(2, device="cuda")]
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'sum' are on different devices: an element of 'parts' on cpu, another on cuda [device-mixed-operands]
    return sum(parts)


def summed_ok():
    parts = [torch.ones(2, device="cuda")] + [torch.ones(2, device="cuda")]
    return sum(parts)


def indices(x=torch.ones(2)):
    a = torch.ones(2, device="cuda:0")
    b = torch.ones(2, device="cuda:1")
    if a.device != b.device:
        # CHECK: :[[@LINE+1]]:18: warning: operands of '+' are on different devices: 'a' on cuda:0, 'b' on cuda:1 [device-mixed-operands]
        return a + b
    return a


def indices_ok(flag):
    a = torch.ones(2, device="cuda:0")
    b = torch.ones(2, device="cuda:0" if flag else "cuda:1")
    if a.device == b.device:
        return a + b
    return a


# Results that a callee leaves to its caller.
def added(a, b):
    return a + b


def meets():
    c = added(torch.ones(2), 2)
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'c' on cpu, 'torch.ones(2, device="cuda")' on cuda [device-mixed-operands]
    return c + torch.ones(2, device="cuda")


def meets_ok():
    return added(torch.ones(2, device="cuda"), torch.tensor(1.0)) + torch.ones(2, device="cuda")
