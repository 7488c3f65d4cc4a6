# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s -- | FileCheck %s --implicit-check-not=warning:
#
# What the rounds of a loop put into a list is in one place or the other, as each round asks anew: both are in it. What
# is asked once, or asks where something is, puts all of them into one place.
import torch
from torch import nn


def bad_comprehension(w, rows, keep):
    w = w.to("cuda:0")
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'stack' are on different devices: an element {{.*}} on cuda:0, another on cpu
    return torch.stack([w if keep(i) else torch.zeros(3) for i in rows])


def good_comprehension(w, rows, keep):
    w = w.to("cuda:0")
    return torch.stack([w if keep(i) else torch.zeros(3, device="cuda:0") for i in rows])


def bad_variable(w, rows):
    w = w.to("cuda:0")
    out = []
    for i, _ in enumerate(rows):
        if i % 2 == 0:
            row = torch.zeros(3)
        else:
            row = w * 2
        out.append(row)
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'stack' are on different devices
    return torch.stack(out)


def good_variable(w, rows):
    w = w.to("cuda:0")
    out = []
    for i, _ in enumerate(rows):
        if i % 2 == 0:
            row = torch.zeros(3, device="cuda:0")
        else:
            row = w * 2
        out.append(row)
    return torch.stack(out)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(3, 3)

    def bad_none(self, rows):
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'cat' may be on different devices
        return torch.cat([self.line(x) if x is not None else torch.zeros(1, 3) for x in rows])

    def good_none(self, rows):
        where = self.line.weight.device
        return torch.cat([self.line(x) if x is not None else torch.zeros(1, 3, device=where) for x in rows])


def good_asked_once(w, rows, keep):
    w = w.to("cuda:0")
    keeps = keep()
    return torch.stack([w if keeps else torch.zeros(3) for _ in rows])


def good_same_in_each(w, rows, wanted):
    w = w.to("cuda:0")
    out = []
    for _ in rows:
        out.append(w if wanted() else torch.zeros(3))
    return torch.stack(out)


def good_place_asked(w, rows):
    out = []
    for x in rows:
        out.append(x if x.is_cuda else x.cuda())
    return torch.stack(out)
