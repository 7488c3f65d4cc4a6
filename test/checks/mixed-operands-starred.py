# What is starred in a list without parentheses brings its elements along.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='{{warning|error}}:'
import torch


def halves(x):
    return x, *x.split(2), *(x or [])


def returned_bad():
    whole, *rest = halves(torch.ones(4, device="cuda"))
    return whole + torch.ones(4)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'whole' on cuda


def returned_ok():
    whole, *rest = halves(torch.ones(4, device="cuda"))
    return whole + torch.ones(4, device="cuda")


def listed_bad():
    x = torch.ones(4, device="cuda")
    parts = x, *x.split(2), *[x]
    return parts[0] + torch.ones(4)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'parts[0]' on cuda


def listed_ok():
    x = torch.ones(4, device="cuda")
    parts = x, *x.split(2), *[x]
    return parts[0] + torch.ones(4, device="cuda")


def iterated_bad():
    x = torch.ones(4, device="cuda")
    for each in *x.split(2), x:
        each + torch.ones(2)
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'each' on cuda


def iterated_ok():
    x = torch.ones(4, device="cuda")
    for each in *x.split(2), x:
        each + torch.ones(2, device="cuda")


def elements_bad():
    x = torch.ones(4, device="cuda")
    for each in *(x, x), x.double():
        # CHECK: :[[#@LINE+1]]:{{.*}}: warning: operands of '+' are on different devices: 'each' on cuda, 'torch.ones(4)' on cpu
        each + torch.ones(4)


def elements_ok():
    x = torch.ones(4, device="cuda")
    for each in *(x, x), x.double():
        each + torch.ones(4, device="cuda")


def commented_bad(c):
    x = (
        torch.ones(4, device="cuda")
        if c  # either
        # or
        else torch.zeros(4, device="cuda")
    )
    return x + torch.ones(4)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices: 'x' on cuda


def commented_ok(c):
    x = (
        torch.ones(4, device="cuda")
        if c  # either
        # or
        else torch.zeros(4, device="cuda")
    )
    return x + torch.ones(4, device="cuda")
