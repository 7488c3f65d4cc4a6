# What is asserted of a member, or of a length, may have changed since it was asserted before: what follows is no dead
# code. What stays as it is, a parameter that is a number or a class, is not asked twice with two answers.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


def member_bad(model: nn.Module):
    assert model.training
    model.eval()
    assert not model.training
    return torch.ones(2) + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:26: warning: operands of '+' are on different devices


def member_ok(model: nn.Module):
    assert model.training
    model.eval()
    assert not model.training
    return torch.ones(2, device="cuda") + torch.ones(2, device="cuda")


def length_bad(xs):
    assert len(xs) == 2
    xs.append(1)
    assert len(xs) == 3
    return torch.ones(2) + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:26: warning: operands of '+' are on different devices


def empty_bad(xs):
    assert not xs
    xs.append(1)
    assert xs
    return torch.ones(2) + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:26: warning: operands of '+' are on different devices


def raised_bad(trainer):
    if trainer.epoch != 1:
        raise ValueError
    trainer.step()
    if trainer.epoch != 2:
        raise ValueError
    return torch.ones(2) + torch.ones(2, device="cuda")
    # CHECK: :[[@LINE-1]]:26: warning: operands of '+' are on different devices


def class_ok(x):
    if isinstance(x, str):
        return 2
    if not isinstance(x, str):
        raise TypeError
    return torch.ones(2) + torch.ones(2, device="cuda")


def number_ok(n):
    if n == 2:
        return 2
    if n != 2:
        raise ValueError
    return torch.ones(2) + torch.ones(2, device="cuda")
