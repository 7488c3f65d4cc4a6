# Row 21: the number of the current GPU is asked for where there may be none. A script.
# RUN: not %check --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print("using", device)
print("GPU", torch.cuda.current_device())  # GOOD: if device.type == "cuda": print("GPU", torch.cuda.current_device())
# CHECK: :[[@LINE-1]]:14: warning: 'current_device' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
x = torch.rand(4, 4).to(device)
print(x.mean())
