# Row 3: tensors in a dict that a module holds.
# RUN: not %check --select device-unregistered-state,device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
import torch.nn as nn
from torch.nn import Module, Parameter


class Normalizer(Module):
    def __init__(self, channels=3):
        Module.__init__(self)
        self.bias = Parameter(torch.zeros(channels))
        self.stats = {"mean": torch.zeros(channels)}  # GOOD: self.register_buffer("mean", torch.zeros(channels))
        # CHECK: :[[@LINE-1]]:31: warning: 'stats' is not registered with 'Normalizer', so 'to' leaves it on cpu [device-unregistered-state]

    def forward(self, images):
        mean = self.stats["mean"].view(1, -1, 1, 1)  # GOOD: mean = self.mean.view(1, -1, 1, 1)
        return images - mean + self.bias.view(1, -1, 1, 1)


device = "cuda" if torch.cuda.is_available() else "cpu"
normalize = Normalizer()
normalize.to(device)
print(normalize(torch.rand(2, 3, 8, 8, device=device)).mean())
