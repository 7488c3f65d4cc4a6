# Whoever takes tensors to the CPU for a collective, in a program that names no backend, knows of one that takes them.
# RUN: not %device_tidy check --isolated --output-format concise --select device-cpu-collective %s | FileCheck %s --implicit-check-not=warning:
import torch
import torch.distributed as dist


def reduced_ok(total):
    total = total.to(torch.device("cpu"))
    dist.all_reduce(total)
    return total


def reduced_bad():
    total = torch.zeros(3)
    dist.all_reduce(total)
    # CHECK: :[[@LINE-1]]:5: warning: 'all_reduce' may fail: 'total' is on cpu
    return total
