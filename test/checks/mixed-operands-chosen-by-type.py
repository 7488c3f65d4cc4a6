# functools.singledispatch: one of several functions runs in the place of the first, as what it is given says.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
from functools import singledispatch, singledispatchmethod

import torch

device = "cuda" if torch.cuda.is_available() else "cpu"
x = torch.ones(3, device=device)


@singledispatch
def put(v, on):
    return v


@put.register
def _(v: torch.Tensor, on):
    return v.to(on)


@put.register(list)
def _(v, on):
    return [put(each, on) for each in v]


def keep(v, on):
    return v


class Mover:
    @singledispatchmethod
    def put(self, v):
        return v

    @put.register
    def _(self, v: torch.Tensor):
        return v.to(device)

    def keep(self, v):
        return v


put(torch.ones(3), device) + x
put([torch.ones(3)], device)[0] + x
# CHECK: :[[#@LINE+1]]:29: warning: operands of '+' may be on different devices
keep(torch.ones(3), device) + x
Mover().put(torch.ones(3)) + x
# CHECK: :[[#@LINE+1]]:29: warning: operands of '+' may be on different devices
Mover().keep(torch.ones(3)) + x
