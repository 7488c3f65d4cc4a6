# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Parts of a list that go to several devices, by slices, numbers or pairs: which is where is not followed. All of these
# programs run, but for the bad ones.
import torch
from torch import nn

devices = ["cuda:0", "cuda:1"]


class Sliced(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(4)])
        for b in self.blocks[:2]:
            b.to("cuda:0")
        for b in self.blocks[2:]:
            b.to("cuda:1")

    def forward(self, x):
        for b in self.blocks[:2]:
            x = b(x)
        x = x.to("cuda:1")
        for b in self.blocks[2:]:
            x = b(x)
        return x


class Numbered(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(4)])
        self.ln = nn.LayerNorm(3).to("cuda:1")
        for i, b in enumerate(self.blocks):
            b.to("cuda:0" if i < 2 else "cuda:1")

    def forward(self, x):
        for i, b in enumerate(self.blocks):
            if i == 2:
                x = x.to("cuda:1")
            x = b(x)
        return self.ln(x)


class Paired(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in devices])
        for b, d in zip(self.blocks, devices):
            b.to(d)
        self.head = nn.Linear(3, 3).to(devices[-1])

    def forward(self, x):
        for b, d in zip(self.blocks, devices):
            x = b(x.to(d))
        return self.head(x)


class All(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(3, 3) for _ in range(4)])
        for i, b in enumerate(self.blocks):
            b.to("cuda:1")

    def forward(self, x):
        for b in self.blocks:
            x = b(x)
        return x


def sliced_ok():
    return Sliced()(torch.zeros(2, 3, device="cuda:0"))


def numbered_ok():
    return Numbered()(torch.zeros(2, 3, device="cuda:0"))


def paired_ok():
    return Paired()(torch.zeros(2, 3))


def all_ok():
    return All()(torch.zeros(2, 3, device="cuda:1"))


def all_bad():
    # CHECK: shared.py:[[#@LINE+1]]:12: warning: operands of 'Linear' {{are|may be}} on different devices: {{.*}}cuda:1, 'x' on cuda:0
    return All()(torch.zeros(2, 3, device="cuda:0"))


def rounds_ok(layers, x):
    total = torch.zeros(3)
    for layer in layers:
        total = layer(x.cuda()).cuda()
    return total + torch.ones(3).cuda()


def rounds_bad(layers, x):
    total = torch.zeros(3).cuda()
    for layer in layers:
        total = layer(x.cuda()).cpu()
    # CHECK: shared.py:[[#@LINE+1]]:18: warning: operands of '+' may be on different devices: 'total' on cpu
    return total + torch.ones(3).cuda()
