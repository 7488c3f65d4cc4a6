# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Rounds of a loop move one part each, and each to another place: which is where is not followed. All of these programs run,
# but for those that move all parts to one place.
import itertools

import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


def zipped_ok():
    m = Pair()
    for part, d in zip([m.a, m.b], ["cuda:0", "cuda:1"]):
        part.to(d)
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def zipped_same_bad():
    m = Pair()
    for part, d in zip([m.a, m.b], ["cuda:0", "cuda:0"]):
        part.to(d)
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def table_ok():
    m = Pair()
    where = {"a": "cuda:0", "b": "cuda:1"}
    for name, part in m.named_children():
        part.to(where[name])
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def counted_ok():
    m = Pair()
    for i, part in enumerate(m.children()):
        part.cuda(i)
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def counted_by_hand_ok():
    m = Pair()
    i = 0
    for part in (m.a, m.b):
        part.cuda(i)
        i += 1
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def cycled_ok():
    m = Pair()
    places = itertools.cycle(["cuda:0", "cuda:1"])
    for part in (m.a, m.b):
        part.to(next(places))
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def popped_ok():
    m = Pair()
    places = ["cuda:0", "cuda:1"]
    for part in (m.a, m.b):
        part.to(places.pop(0))
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def changed_ok():
    m = Pair()
    place = "cuda:0"
    for part in (m.a, m.b):
        part.to(place)
        place = "cuda:1"
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def asked_ok():
    m = Pair()
    for part in (m.a, m.b):
        if part is m.a:
            part.to("cuda:0")
        else:
            part.to("cuda:1")
    return m.b(m.a(torch.ones(2, 4, device="cuda:0")).to("cuda:1"))


def prepared_bad():
    m = Pair()
    for part in (m.a, m.b):
        part.eval().to("cuda:0")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def slice_ok():
    m = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4))
    for part in m[:2]:
        part.to("cuda:0")
    return m[2](m[1](torch.ones(2, 4, device="cuda:0")).cpu())
