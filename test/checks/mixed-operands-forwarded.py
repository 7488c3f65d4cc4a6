# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What a function is given and hands on as it is: `*args`, `**kwargs`, or both.
import torch
from torch import nn


def add(x, y):
    return x + y


def by_position(*args):
    return add(*args)


def by_name(**kwargs):
    return add(**kwargs)


def by_both(*args, **kwargs):
    return add(*args, **kwargs)


def twice(*args):
    return by_position(*args)


def first(x, *args):
    return add(x, *args)


def with_number(*args):
    return add(*args, 2)


class Add(nn.Module):
    def forward(self, x, y):
        return x + y


class Wrapper(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Add()

    def forward(self, *args, **kwargs):
        return self.inner(*args, **kwargs)


class Pick(nn.Module):
    def forward(self, **kwargs):
        return torch.arange(4)[kwargs["chosen"]]


class Chooser_bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 4)
        self.pick = Pick()

    def forward(self, x, **kwargs):
        kwargs["chosen"] = self.linear(x)[0] > 0
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: {{.*}} on cpu, {{.*}} on the module's device [device-index-mismatch]
        return self.pick(**kwargs)


class Chooser_good(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 4)
        self.pick = Pick()

    def forward(self, x, **kwargs):
        kwargs["chosen"] = (self.linear(x)[0] > 0).cpu()
        return self.pick(**kwargs)


def bad():
    if not torch.cuda.is_available():
        return
    there, here = torch.ones(2, device="cuda"), torch.ones(2)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    by_position(there, here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    by_name(x=there, y=here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    by_both(there, here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    by_both(there, y=here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    by_both(x=there, y=here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    twice(there, here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    first(there, here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    Wrapper()(there, here)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'by_both(there, y=there)' on cuda, 'here' on cpu [device-mixed-operands]
    by_both(there, y=there) + here


def good():
    if not torch.cuda.is_available():
        return
    there, here = torch.ones(2, device="cuda"), torch.ones(2)
    by_position(there, here.cuda())
    by_name(x=there, y=there)
    by_both(there, there)
    by_both(here, y=here)
    by_both(x=there, y=there)
    twice(here, here)
    first(there, 2)
    with_number(here)
    Wrapper()(there, y=there)
    by_both(there, y=there) + here.to(there)
