# RUN: not %device_tidy check --isolated --worlds cpu,gpu --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A tensor of the CPU without dimensions meets others anywhere, however it was made.
from functools import partial

import numpy as np
import torch

y = torch.ones(3, device="cuda")

y + sum(torch.ones(3))
y + sum(torch.ones(1, 3)[0])
# CHECK: :[[#@LINE+1]]:3: warning: operands of '+' are on different devices: 'y' on cuda
y + sum(torch.ones(2, 3))

y + torch.empty(torch.Size())
y + torch.empty(torch.Size([]))
# CHECK: :[[#@LINE+1]]:3: warning: operands of '+' are on different devices: 'y' on cuda
y + torch.empty(torch.Size([3]))

y + torch.from_numpy(np.array(2.0))
y + torch.from_numpy(np.zeros(()))
# CHECK: :[[#@LINE+1]]:3: warning: operands of '+' are on different devices: 'y' on cuda
y + torch.from_numpy(np.array([2.0, 1, 1]))
# CHECK: :[[#@LINE+1]]:3: warning: operands of '+' are on different devices: 'y' on cuda
y + torch.from_numpy(np.zeros(3))


# What a call gives as keywords may come in the place of what partial binds.
def given_ok(**kw):
    return partial(torch.zeros, 3, device="cpu")(**kw) + y


def display_ok():
    kw = {"device": "cuda"}
    return partial(torch.zeros, 3, device="cpu")(**kw) + y


def bound_bad():
    kw = {"dtype": torch.float32}
    return partial(torch.zeros, 3, device="cpu")(**kw) + y
    # CHECK: :[[#@LINE-1]]:56: warning: operands of '+' are on different devices: {{.*}} 'y' on cuda


given_ok(device="cuda")
