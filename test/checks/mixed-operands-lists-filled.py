# A helper puts modules into a list that its object, or the program, holds, and gives them back; others move what is there.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Registry:
    def __init__(self):
        self.items = []

    def add(self, m):
        self.items.append(m)
        return m

    def place(self):
        for m in self.items:
            m.cuda()


def added_bad():
    r = Registry()
    a = r.add(nn.Linear(4, 4))
    b = r.add(nn.Linear(4, 4))
    return b(a(torch.ones(2, 4, device="cuda")))
    # CHECK: :[[@LINE-1]]:14: warning: operands of 'Linear' are on different devices: 'a' on cpu, 'torch.ones(2, 4, device="cuda")' on cuda [device-mixed-operands]


def added_ok():
    r = Registry()
    a = r.add(nn.Linear(4, 4))
    b = r.add(nn.Linear(4, 4))
    r.place()
    return b(a(torch.ones(2, 4, device="cuda")))


def first_ok():
    r = Registry()
    a = r.add(nn.Linear(4, 4))
    r.add(nn.Linear(4, 4))
    r.items[0].cuda()
    return a(torch.ones(2, 4, device="cuda"))


class Tracked(nn.Module):
    def __init__(self):
        super().__init__()
        self.all = []
        self.g = self.track(nn.Linear(4, 4))
        self.f = self.track(nn.Linear(4, 4))

    def track(self, m):
        self.all.append(m)
        return m

    def place(self):
        for m in self.all:
            m.cuda()

    def forward(self, x):
        return self.f(self.g(x))


class Built(nn.Module):
    def __init__(self):
        super().__init__()
        parts = []
        self.g = nn.Linear(4, 4)
        parts.append(self.g)
        self.f = nn.Linear(4, 4)
        parts.append(self.f)
        for m in parts:
            m.cuda()

    def forward(self, x):
        return self.f(self.g(x))


class Last(nn.Module):
    def __init__(self):
        super().__init__()
        self.all = []
        self.g = self.track(nn.Linear(4, 4))
        self.f = self.track(nn.Linear(4, 4))
        for m in self.all:
            m.cuda()

    def track(self, m):
        self.all.append(m)
        return self.all[-1]

    def forward(self, x):
        return self.f(self.g(x))


def tracked_bad():
    Tracked()(torch.ones(2, 4, device="cuda"))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.g' on cpu, 'x' on cuda [device-mixed-operands]


def tracked_ok():
    net = Tracked()
    net.place()
    net(torch.ones(2, 4, device="cuda"))


def built_ok():
    Built()(torch.ones(2, 4, device="cuda"))
    Last()(torch.ones(2, 4, device="cuda"))


ALL = []


def track(m):
    ALL.append(m)
    return m


def place():
    for m in ALL:
        m.cuda()


class Global(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = track(nn.Linear(4, 4))

    def forward(self, x):
        return self.g(x)


def global_list_ok():
    # What goes into a list of the program whose modules are moved somewhere may be anywhere.
    net = Global()
    place()
    return net(torch.ones(2, 4, device="cuda"))


KEPT = []


def keep(m):
    KEPT.append(m)
    return m


class Kept(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = keep(nn.Linear(4, 4))

    def forward(self, x):
        return self.g(x)


def kept_list_bad():
    return Kept()(torch.ones(2, 4, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.g' on cpu, 'x' on cuda [device-mixed-operands]


def kept_list_ok():
    return Kept()(torch.ones(2, 4))


class Lazy(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = self.track(nn.Linear(4, 4))

    def track(self, m):
        if not hasattr(self, "all"):
            self.all = []
        self.all.append(m)
        return m

    def place(self):
        for m in self.all:
            m.cuda()

    def forward(self, x):
        return self.g(x)


def lazy_list_ok():
    # A list that its first use makes is one of two, and what it holds is lost.
    net = Lazy()
    net.place()
    return net(torch.ones(2, 4, device="cuda"))


class LazyKept(nn.Module):
    def __init__(self):
        super().__init__()
        self.g = self.keep(nn.Linear(4, 4))

    def keep(self, m):
        if not hasattr(self, "kept"):
            self.kept = []
        self.kept.append(m)
        return m

    def forward(self, x):
        return self.g(x)


def lazy_kept_bad():
    return LazyKept()(torch.ones(2, 4, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.g' on cpu, 'x' on cuda [device-mixed-operands]


def lazy_kept_ok():
    return LazyKept()(torch.ones(2, 4))


def set_bad():
    parts = {"a": nn.Linear(4, 4), "b": nn.Linear(4, 4)}
    parts.__setitem__("b", nn.Linear(4, 4).cuda())
    return parts["a"](torch.ones(2, 4, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'parts["a"]' on cpu, 'torch.ones(2, 4, device="cuda")' on cuda [device-mixed-operands]


def set_ok():
    parts = {"a": nn.Linear(4, 4), "b": nn.Linear(4, 4)}
    parts.__setitem__("a", nn.Linear(4, 4).cuda())
    return parts["a"](torch.ones(2, 4, device="cuda"))
