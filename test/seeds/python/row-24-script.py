# Row 24: the parameters of a module are made on the CPU, even while a GPU is current.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn

if torch.cuda.is_available():
    torch.cuda.set_device(0)
    x = torch.ones(2, 8, device="cuda")
    norm = nn.LayerNorm(8)  # GOOD: norm = nn.LayerNorm(8, device="cuda")
    print(norm(x))
    # CHECK: :[[@LINE-1]]:11: warning: operands of 'LayerNorm' are on different devices: 'norm' on cpu, 'x' on cuda:0 [device-mixed-operands]
