# A hook may bring the inputs of a module elsewhere: a call of it demands nothing. One that looks on changes nothing.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def bring(module, inputs):
    return tuple(i.to(module.weight.device) for i in inputs)


def look(module, inputs):
    print(module, inputs)


class Hooked(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4).cuda()
        self.b = nn.Linear(4, 4)
        for part in self.children():
            part.register_forward_pre_hook(bring)

    def forward(self, x):
        return self.b(self.a(x.cpu()).cuda())


class One(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4).cuda()
        self.a.register_forward_pre_hook(bring)

    def forward(self, x):
        return self.a(x.cpu())


class Watched(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4).cuda()
        for part in self.children():
            part.register_forward_pre_hook(look)

    def forward(self, x):
        return self.a(x.cpu())
        # CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'self.a' on {{.*}}, 'x.cpu()' on cpu [device-mixed-operands]


def run(x):
    Hooked()(x)
    One()(x)
    Watched()(x)
