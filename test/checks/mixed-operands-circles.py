# RUN: not %device_tidy check --isolated --worlds gpu --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Parts may hold their wholes, and what wraps a module may hold itself: where they are is asked once of each.
import torch
from torch import nn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = Head()
        self.head.owner = self
        self.head.cuda()
        self.post()

    def post(self):
        for c in self.children():
            c.to("cuda")


def whole_ok():
    n = Net()
    n.head.owner.cuda()
    return n.head.l(torch.ones(2, 2, device="cuda"))


def whole_bad():
    n = Net()
    n.head.owner.cuda()
    return n.head.l(torch.ones(2, 2))
    # CHECK: :[[#@LINE-1]]:19: warning: operands of 'Linear' are on different devices: 'n.head.l' on cuda, 'torch.ones(2, 2)' on cpu


def wrapped():
    w = nn.DataParallel(nn.Linear(2, 2))
    w.module = w
    return w(torch.ones(2, 2))
