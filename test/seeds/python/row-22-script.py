# Row 22: torch.cuda.device does not change where factories create.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch

if torch.cuda.is_available():
    with torch.cuda.device(0):
        a = torch.randn(3, 3)  # GOOD: a = torch.randn(3, 3, device="cuda")
        b = torch.eye(3, device="cuda")
        print(a @ b)
        # CHECK: :[[@LINE-1]]:17: warning: operands of '@' are on different devices: 'a' on cpu, 'b' on cuda:0 [device-mixed-operands]
