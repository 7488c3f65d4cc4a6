# Row 16: a region of autocast for GPUs in a variable, around a model on the CPU. Module level.
# RUN: not %check --select device-autocast-mismatch %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.project = nn.Linear(6, 3)

    def forward(self, x):
        return self.project(x)


encoder = Encoder()
region = torch.autocast(device_type="cuda", dtype=torch.float16)  # GOOD: region = torch.autocast(device_type="cpu", dtype=torch.bfloat16)
with region:
    encoded = encoder(torch.rand(2, 6))
    # CHECK: :[[@LINE-1]]:15: warning: 'forward' is called under autocast for another device: 'encoder' on cpu, the autocast region on cuda [device-autocast-mismatch]
print(encoded.float().norm())
