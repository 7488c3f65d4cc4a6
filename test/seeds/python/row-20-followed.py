# Row 20: devices of tensors are followed through arguments, attributes and keyword dicts.
# RUN: not %check --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# RUN: %repaired %s > %t.py
# RUN: %check %t.py | count 0
import torch
from torch import nn


def sinusoids(length, channels, like):
    steps = torch.arange(length, device=like.device)
    freq = torch.arange(channels // 2)  # GOOD: freq = torch.arange(channels // 2, device=like.device)
    angles = steps.unsqueeze(1) * freq.unsqueeze(0)
    # CHECK: :[[@LINE-1]]:33: warning: operands of '*' may be on different devices: 'steps.unsqueeze(1)' on 'like.device', 'freq.unsqueeze(0)' on cpu [device-mixed-operands]
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class Embed(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.dim = dim
        self.proj = nn.Linear(dim, dim)

    def forward(self, x):
        return self.proj(x) + sinusoids(x.shape[0], self.dim, x)


device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
embed = Embed(8).to(device)
print(embed(torch.ones(3, 8, device=device)))
