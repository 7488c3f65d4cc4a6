# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A class is a value: `kind.make(n)` of `kind = Normal` calls Normal.make.
import torch


class Normal:
    def __init__(self, n):
        self.noise = torch.randn(n)

    @staticmethod
    def make(n):
        return torch.randn(n)

    @classmethod
    def build(cls, n):
        return cls(n)


class Placed:
    def __init__(self, n):
        self.noise = torch.randn(n, device="cuda")

    @staticmethod
    def make(n):
        return torch.randn(n, device="cuda")

    @classmethod
    def build(cls, n):
        return cls(n)


class Derived(Normal):
    pass


class Own(Normal):
    @staticmethod
    def make(n):
        return torch.randn(n, device="cuda")


def variable_bad():
    kind = Normal
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' are on different devices: 'torch.ones(4).cuda()' on cuda, 'kind.make(4)' on cpu
    return torch.ones(4).cuda() * kind.make(4)


def variable_good():
    kind = Placed
    return torch.ones(4).cuda() * kind.make(4)


def derived_bad():
    kind = Derived
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' are on different devices: 'torch.ones(4).cuda()' on cuda, 'kind.make(4)' on cpu
    return torch.ones(4).cuda() * kind.make(4)


def derived_good():
    kind = Own
    return torch.ones(4).cuda() * kind.make(4)


def method_bad():
    make = Normal.make
    kind = Normal
    other = kind.make
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' are on different devices: 'torch.ones(4).cuda()' on cuda, 'other(4)' on cpu
    return torch.ones(4).cuda() * other(4), make


def method_good():
    kind = Placed
    other = kind.make
    return torch.ones(4).cuda() * other(4)


def choice_bad(placed: bool):
    kind = Placed if placed else Normal
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(4).cuda()' on cuda, 'kind.make(4)' on cpu
    return torch.ones(4).cuda() * kind.make(4)


def choice_good(placed: bool):
    kind = Placed if placed else Own
    return torch.ones(4).cuda() * kind.make(4)


TABLE = {"normal": Normal, "placed": Placed}
RIGHT = {"own": Own, "placed": Placed}


def table_bad(name):
    kind = TABLE[name]
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(4).cuda()' on cuda, 'kind.make(4)' on cpu
    return torch.ones(4).cuda() * kind.make(4)


def table_good(name):
    kind = RIGHT[name]
    return torch.ones(4).cuda() * kind.make(4)


def known_entry_good():
    return torch.ones(4).cuda() * TABLE["placed"].make(4)


def run(kind, x):
    return x * kind.make(4)


def given_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' are on different devices: 'x' on cuda, 'kind.make(4)' on cpu
    return run(Normal, torch.ones(4).cuda())


def given_good():
    return run(Placed, torch.ones(4).cuda())


class Trainer:
    def __init__(self, kind):
        self.kind = kind

    def step(self, x):
        return x * self.kind.build(4).noise


def member_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' are on different devices: 'x' on cuda, 'self.kind.build(4).noise' on cpu
    return Trainer(Normal).step(torch.ones(4).cuda())


def member_good():
    return Trainer(Placed).step(torch.ones(4).cuda())


def assigned_good(kind):
    # Whoever calls it says which.
    if kind is None:
        kind = Placed
    return torch.ones(4).cuda() * kind.make(4)


class Holder:
    kind = Normal
    right = Placed
    other = Normal

    def step_bad(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' are on different devices: 'torch.ones(4).cuda()' on cuda, 'self.kind.make(4)' on cpu
        return torch.ones(4).cuda() * self.kind.make(4)

    def step_good(self):
        return torch.ones(4).cuda() * self.right.make(4)

    def replaced_good(self):
        # A class that derives from this one says another.
        return torch.ones(4).cuda() * self.other.make(4)


class Replacing(Holder):
    other = Placed
