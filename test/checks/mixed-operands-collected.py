# What a loop collects in a list is where each round put it.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch


def comprehension_ok(xs):
    ys = [x.to("cuda") for x in xs]
    return torch.stack(ys) - torch.ones(3).cuda()


def comprehension_bad(xs):
    ys = [x.to("cuda") for x in xs]
    return torch.stack(ys) - torch.ones(3)
    # CHECK: :[[@LINE-1]]:28: warning: operands of '-' are on different devices: 'torch.stack(ys)' on cuda, 'torch.ones(3)' on cpu


def appended_ok(xs):
    ys = []
    for _ in xs:
        ys.append(torch.ones(3).cuda())
    return torch.cat(ys).cpu() - torch.ones(3)


def appended_bad(xs):
    ys = []
    for _ in xs:
        ys.append(torch.ones(3).cuda())
    return torch.cat(ys) - torch.ones(3)
    # CHECK: :[[@LINE-1]]:26: warning: operands of '-' are on different devices: 'torch.cat(ys)' on cuda, 'torch.ones(3)' on cpu


# Where a test decides what is put in, it is there if the test held.
def tested(xs):
    ys = []
    for x in xs:
        if torch.cuda.is_available():
            ys.append(x.cuda())
        else:
            ys.append(x.cpu())
    return torch.stack(ys)


def tested_ok(xs):
    return tested(xs) - torch.ones(3, device="cuda" if torch.cuda.is_available() else "cpu")


def tested_bad(xs):
    return tested(xs) - torch.ones(3)
    # CHECK: :[[@LINE-1]]:23: warning: operands of '-' are on different devices: 'tested(xs)' on cuda


# Two tensors are no list.
def product_bad(x):
    return torch.einsum("ij,jk->ik", torch.ones_like(x, device="cpu"), torch.arange(4.0).cuda().view(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'einsum' are on different devices


def product_ok(x):
    return torch.einsum("ij,jk->ik", torch.ones_like(x, device="cpu"), torch.arange(4.0).view(2, 2))
