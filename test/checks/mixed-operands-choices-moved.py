# A helper moves one of several modules in each round: a loop over a tuple, a comprehension, map.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def place(m, device="cuda"):
    m.to(device)


def leave(m):
    m.train()


def loop_bad():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    for m in (a, b):
        leave(m)
    return b(a(torch.ones(2, 3, device="cuda")))
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'Linear' are on different devices: 'a' on cpu, 'torch.ones(2, 3, device="cuda")' on cuda [device-mixed-operands]


def loop_ok():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    for m in (a, b):
        place(m)
    return b(a(torch.ones(2, 3, device="cuda")))


def moved_bad():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    for m in (a, b):
        place(m)
    return b(a(torch.ones(2, 3)))
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'Linear' are on different devices: 'a' on cuda, 'torch.ones(2, 3)' on cpu [device-mixed-operands]


def mapped_ok():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    list(map(lambda m: m.cuda(), (a, b)))
    return b(a(torch.ones(2, 3, device="cuda")))


def comprehension_ok():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    [place(m) for m in [a, b]]
    return b(a(torch.ones(2, 3, device="cuda")))


class Run:
    def __init__(self):
        self.layers = [nn.Linear(3, 3), nn.Linear(3, 3)]

    def cuda(self):
        for name, value in vars(self).items():
            setattr(self, name, [v.cuda() for v in value])

    def go(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def lists_ok():
    r = Run()
    r.cuda()
    return r.go(torch.ones(2, 3, device="cuda"))


def lists_bad():
    r = Run()
    return r.go(torch.ones(2, 3, device="cuda"))
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'Linear' may be on different devices: 'layer' on cpu, 'x' on cuda [device-mixed-operands]


def place_all(*layers):
    for layer in layers:
        layer.cuda()


def train_all(*layers):
    for layer in layers:
        layer.train()


def starred_bad(extra):
    a = nn.Linear(3, 3)
    train_all(*[a, extra])
    return a(torch.ones(2, 3, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'a' on cpu, 'torch.ones(2, 3, device="cuda")' on cuda [device-mixed-operands]


def starred_ok(extra):
    a = nn.Linear(3, 3)
    place_all(*[a, extra])
    return a(torch.ones(2, 3, device="cuda"))


def place_each(device, *modules):
    return [m.to(device) for m in modules]


def place_one(device, at, *modules):
    modules[at].to(device)


def place_named(device, **modules):
    for m in modules.values():
        m.to(device)


def gathered_ok():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    place_each("cuda", a, b)
    return b(a(torch.ones(2, 3, device="cuda")))


def gathered_bad():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    place_each("cuda", a, b)
    return b(a(torch.ones(2, 3)))
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'Linear' are on different devices: 'a' on cuda, 'torch.ones(2, 3)' on cpu [device-mixed-operands]


def gathered_one_ok():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    place_one("cuda", 0, a, b)
    return a(torch.ones(2, 3, device="cuda")), b(torch.ones(2, 3))


def gathered_named_ok():
    a, b = nn.Linear(3, 3), nn.Linear(3, 3)
    place_named("cuda", a=a, b=b)
    return b(a(torch.ones(2, 3, device="cuda")))
