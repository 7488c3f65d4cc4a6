# Row 26: one device for each GPU, and one too many.
# RUN: not %check --select device-invalid-index %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch


def replicas(x: torch.Tensor):
    copies = []
    for k in range(torch.cuda.device_count()):
        copies.append(x.to(f"cuda:{k}"))
    if torch.cuda.is_available():
        copies.append(x.cuda(torch.cuda.device_count()))  # GOOD: copies.append(x.cuda(torch.cuda.device_count() - 1))
        # CHECK: :[[@LINE-1]]:30: warning: 'torch.cuda.device_count()' names no accelerator for 'cuda': it is the number of accelerators, one more than the last index [device-invalid-index]
    return copies
