# Row 26: the number of GPUs is no index of one. A script.
# RUN: not %check --select device-invalid-index %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch

if torch.cuda.is_available():
    last = torch.device("cuda", torch.cuda.device_count())  # GOOD: last = torch.device("cuda", torch.cuda.device_count() - 1)
    # CHECK: :[[@LINE-1]]:33: warning: 'torch.cuda.device_count()' names no accelerator for 'device': it is the number of accelerators, one more than the last index [device-invalid-index]
    print(torch.ones(2, device=last))
