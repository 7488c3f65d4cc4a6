# Calls through functools.partial: what it binds is given.
# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import functools
from functools import partial

import torch
from torch import nn


def layer_bad():
    layer = partial(nn.Linear, 3, 3, device="cuda:0")
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'layer()' on cuda:0, 'torch.ones(3)' on cpu [device-mixed-operands]
    return layer()(torch.ones(3))


def layer_ok():
    layer = partial(nn.Linear, 3, 3, device="cuda:0")
    return layer()(torch.ones(3, device="cuda:0"))


def factory_bad():
    zeros = partial(torch.zeros, device="cuda:0")
    # CHECK: :[[#@LINE+1]]:21: warning: operands of '+' are on different devices: 'zeros(3)' on cuda:0, 'torch.ones(3)' on cpu
    return zeros(3) + torch.ones(3)


def factory_ok():
    zeros = partial(torch.zeros, device="cuda:0")
    return zeros(3) + torch.ones(3, device="cuda:0")


# What the call says comes in the place of what was bound.
def factory_told_otherwise_ok():
    zeros = partial(torch.zeros, device="cuda:0")
    return zeros(3, device="cpu") + torch.ones(3)


def module_bad():
    run = partial(nn.Linear(3, 3).to("cuda:0"))
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices
    return run(torch.ones(3))


def add(a, b):
    return a + b


def function_bad():
    plus = partial(add, torch.ones(3, device="cuda:0"))
    # CHECK: :[[#@LINE+1]]:12: warning: operands of '+' are on different devices: 'a' on cuda:0, 'b' on cpu
    return plus(torch.ones(3))


def function_by_keyword_bad():
    plus = partial(add, b=torch.ones(3, device="cuda:0"))
    # CHECK: :[[#@LINE+1]]:12: warning: operands of '+' are on different devices: 'a' on cpu, 'b' on cuda:0
    return plus(torch.ones(3))


def function_ok():
    plus = partial(add, torch.ones(3, device="cuda:0"))
    return plus(torch.ones(3, device="cuda:0"))


def twice_bad():
    plus = partial(partial(add, torch.ones(3, device="cuda:0")), b=torch.ones(3))
    # CHECK: :[[#@LINE+1]]:12: warning: operands of '+' are on different devices: 'a' on cuda:0, 'b' on cpu
    return plus()


class Steps:
    def step(self, a, b):
        return a + b

    def run_bad(self):
        step = functools.partial(self.step, torch.ones(3, device="cuda:0"))
        # CHECK: :[[#@LINE+1]]:16: warning: operands of '+' are on different devices: 'a' on cuda:0, 'b' on cpu
        return step(torch.ones(3))

    def run_ok(self):
        step = functools.partial(self.step, torch.ones(3))
        return step(torch.ones(3))


def maker():
    return partial(nn.Linear, device="cuda:0")


def made_elsewhere_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'maker()(3, 3)' on cuda:0, 'torch.ones(3)' on cpu
    return maker()(3, 3)(torch.ones(3))


def made_elsewhere_ok():
    return maker()(3, 3)(torch.ones(3, device="cuda:0"))


def table_bad():
    makers = {"cpu": torch.ones, "gpu": partial(torch.ones, device="cuda:0")}
    # CHECK: :[[#@LINE+1]]:29: warning: operands of '+' are on different devices
    return makers["gpu"](3) + makers["cpu"](3)


def table_ok():
    makers = {"cpu": torch.ones, "gpu": partial(torch.ones, device="cuda:0")}
    return makers["cpu"](3) + torch.ones(3)


def lambda_bad():
    zeros = lambda n: torch.zeros(n, device="cuda:0")
    # CHECK: :[[#@LINE+1]]:21: warning: operands of '+' are on different devices: 'zeros(3)' on cuda:0, 'torch.ones(3)' on cpu
    return zeros(3) + torch.ones(3)


class Member(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = partial(torch.mul, torch.ones(3, device="cuda:0"))

    # What a member that is called holds is known of modules only.
    def FN_forward_bad(self):
        return self.scale(torch.ones(3))
