# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Parts of a module that are moved in ways that the analysis does not follow, so that it believes them on the CPU. All of
# these programs run.
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


def FP_named_children():
    m = Pair()
    for name, child in m.named_children():
        child.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def FP_named_modules():
    m = Pair()
    for name, part in m.named_modules():
        if name:
            part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def FP_table_of_modules():
    m = Pair()
    for part in m._modules.values():
        part.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def FP_applied():
    m = Pair()
    m.apply(lambda part: part.to("cuda:0"))
    return m(torch.ones(2, 4, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def FP_data_of_parameters():
    m = Pair()
    for p in m.parameters():
        p.data = p.data.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def children_ok():
    m = Pair()
    for child in m.children():
        child.to("cuda:0")
    return m(torch.ones(2, 4, device="cuda:0"))
