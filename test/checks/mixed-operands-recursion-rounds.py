# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Functions that call each other: what is so in one round need not be so in the next.
import torch
from elsewhere import coin


# What comes back is the first argument, the second one, or on the CPU, which takes three rounds.
def carried_bad():
    x = carried(torch.ones(2, device="cuda:0"), torch.ones(2, device="cuda:0"))
    return x + torch.ones(2, device="cpu")
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' may be on different devices: 'x' on cuda:0, 'torch.ones(2, device="cpu")' on cpu


def host_of(a, b):
    if coin():
        a = b.to("cpu")
        carried(a, b * 2)
    return a


def carried(a, b):
    if coin():
        a = host_of(a, b)
        b = carried(b, a)
        return b
    return a


def carried_ok():
    x = carried(torch.ones(2, device="cpu"), torch.ones(2, device="cpu"))
    return x + torch.ones(2, device="cpu")


def FN_on_either():
    # What only some round gives is nothing to report.
    x = carried(torch.ones(2, device="cuda:0"), torch.ones(2, device="cuda:0"))
    return x + torch.ones(2, device="cuda:0")


# What meets itself is a tensor, and has not moved; nor has what is computed from it.
def doubled(a):
    if coin():
        doubled(a)
        a * 2 + a
        moves(a)
        return a


def moves(a):
    if coin():
        doubled(a)
        moves(a.to("cpu"))
        return a


def doubled_ok():
    moves(torch.ones(2, device="cuda:0"))


def meets(a, b):
    if coin():
        a * 2 + b
        meets(a, b)
        return a


def meets_ok():
    meets(torch.ones(2, device="cuda:0"), torch.ones(2, device="cuda:0"))


def meets_bad():
    meets(torch.ones(2, device="cuda:0"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'a * 2' on cuda:0, 'b' on cpu


# The second parameter stays, too, when the function calls itself with both exchanged.
def add(a, b):
    return a + b


def exchanged(a, b):
    if coin():
        add(a, b)
        exchanged(a, b)
        exchanged(b, a)
        return a.to("cuda:1")
    return a


def exchanged_ok():
    exchanged(torch.ones(2, device="cpu"), torch.ones(2, device="cpu"))


def exchanged_bad():
    exchanged(torch.ones(2, device="cpu"), torch.ones(2, device="cuda:0"))
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'a' on cpu, 'b' on cuda:0
