# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What may be None, and what is asked for that.
from copy import deepcopy

import torch
from torch import nn


# Of a list, what is not None is moved.
def each_bad(batch, w):
    both = [batch["x"], batch["lengths"]]
    both = [e if e is None else e.cuda() for e in both]
    x, lengths = both
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
    return x + torch.ones(3)


def each_good(batch, w):
    both = [batch["x"], batch["lengths"]]
    both = [e if e is None else e.cuda() for e in both]
    x, lengths = both
    return x + torch.ones(3).cuda()


def unless_bad(batch):
    both = [batch["x"], batch["lengths"]]
    both = [e.cuda() if e is not None else e for e in both]
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'both[0]' on cuda, 'torch.ones(3)' on cpu
    return both[0] + torch.ones(3)


def unless_good(batch):
    both = [batch["x"], batch["lengths"]]
    both = [e.cuda() if e is not None else e for e in both]
    return both[0] + torch.ones(3).cuda()


# Who asks a member whether there is a device asks what was put there.
class Average(nn.Module):
    def __init__(self, model, device=None):
        super().__init__()
        self.module = deepcopy(model)
        self.device = device
        if self.device is not None:
            self.module.to(device=device)

    def update(self, model):
        for a, b in zip(self.module.parameters(), model.parameters()):
            a.data.lerp_(b.data, 0.5)


def told_bad():
    m = nn.Linear(3, 3).to("cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'lerp_' are on different devices: 'a.data' on cpu, 'b.data' on cuda
    Average(m, "cpu").update(m)


def told_good():
    m = nn.Linear(3, 3).to("cuda")
    Average(m, "cuda").update(m)


def left_out_good():
    m = nn.Linear(3, 3).to("cuda")
    Average(m).update(m)
