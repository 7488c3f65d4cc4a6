# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What the rounds of a loop or a comprehension make is several: one of them moves, and the others stay.
import torch
from torch import nn


def one_by_one_ok():
    m = nn.Sequential(*[nn.Linear(2, 2) for _ in range(2)])
    m[0].to("cuda:0")
    m[1].to("cuda:1")
    y = m[0](torch.ones(2, device="cuda:0"))
    return m[1](y.to("cuda:1"))


def whole_bad():
    m = nn.Sequential(*[nn.Linear(2, 2) for _ in range(2)])
    m.to("cuda:0")
    return m[1](torch.ones(2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'm[1]' on cuda:0


def each_bad():
    ms = [nn.Linear(2, 2) for _ in range(2)]
    for m in ms:
        m.to("cuda:0")
    return ms[0](torch.ones(2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'ms[0]' on cuda:0


def in_the_round_bad():
    for _ in range(2):
        m = nn.Linear(2, 2)
        m.to("cuda:0")
        m(torch.ones(2))
        # CHECK: :[[#@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'm' on cuda:0


def appended_ok():
    ms = []
    for _ in range(2):
        ms.append(nn.Linear(2, 2))
    ms[0].to("cuda:0")
    return ms[1](torch.ones(2))


def keys_ok():
    d = {k: nn.Linear(2, 2) for k in "ab"}
    d["a"].to("cuda:0")
    return d["b"](torch.ones(2))


def tensors_ok():
    t = [torch.ones(2) for _ in range(2)]
    t[0] = t[0].cuda()
    return t[1] + torch.ones(2)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(2)])
        self.layers[0].to("cuda:0")
        self.layers[1].to("cuda:1")

    def forward(self, x):
        return self.layers[1](self.layers[0](x.to("cuda:0")).to("cuda:1"))
