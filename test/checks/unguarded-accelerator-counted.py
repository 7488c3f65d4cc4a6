# Loops over as many accelerators as there are run on machines that have one.
# RUN: not %device_tidy check --isolated --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch


def up_to_ok():
    i = 0
    while i < torch.cuda.device_count():
        torch.ones(4, device=f"cuda:{i}")
        torch.ones(4, device="cuda")
        i += 1


def up_to_bad(n):
    i = 0
    while i < n:
        torch.ones(4, device="cuda")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
        i += 1


def down_ok():
    i = torch.cuda.device_count() - 1
    while i >= 0:
        torch.ones(4, device="cuda:0")
        i -= 1


def down_past_the_first_bad():
    i = torch.cuda.device_count() - 1
    while i >= -1:
        torch.ones(4, device="cuda:0")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator
        i -= 1


def down_to_nothing_ok():
    left = torch.cuda.device_count()
    while left > 0:
        left -= 1
        torch.ones(4, device="cuda")


def as_many_as_ok():
    if torch.cuda.device_count() == 2:
        torch.ones(4, device="cuda")


def not_as_many_as_bad():
    if torch.cuda.device_count() != 2:
        torch.ones(4, device="cuda")
        # CHECK: :[[@LINE-1]]:9: warning: 'ones' needs an accelerator
