# Row 16: autocast for GPUs around work on the CPU. A script.
# RUN: not %check --select device-autocast-mismatch %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn

model = nn.Linear(16, 4)
x = torch.randn(8, 16)
with torch.autocast("cuda", dtype=torch.float16):  # GOOD: with torch.autocast("cpu", dtype=torch.bfloat16):
    y = model(x)
    # CHECK: :[[@LINE-1]]:9: warning: 'Linear' is called under autocast for another device: 'model' on cpu, the autocast region on cuda [device-autocast-mismatch]
print(y.dtype)
