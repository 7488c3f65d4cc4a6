# What is a tensor on one path, and something unknown on the other, meets as both, in callees, too.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
import torch
from torch import nn


class Embed(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x, mask=None):
        if mask is not None:
            x = torch.cat([x, mask], dim=-1)
        return self.linear(x)


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = Embed()

    def forward(self, inputs):
        x = inputs["x"]
        if self.training:
            future, mask = inputs["future"], inputs["mask"]
        else:
            future, mask = torch.zeros(4, 2, device=x.device), torch.ones(4, 2, device=x.device)
        return self.embed(x) + self.embed(future, mask)


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = Embed()

    def forward(self, inputs):
        x = inputs["x"]
        if self.training:
            future, mask = inputs["future"], inputs["mask"]
        else:
            future, mask = torch.zeros(4, 2), torch.ones(4, 2)
        # CHECK: :[[#@LINE+1]]:32: warning: operands of 'Linear' may be on different devices: 'self.linear' on the module's device, 'x' on cpu
        return self.embed(x) + self.embed(future, mask)
