# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A context manager that nobody has read may set the default device: what is created in its scope may be anywhere.
import contextlib
import threading

import lightning as L
import torch
from torch import nn

from elsewhere import maker


def given_good(fabric, n):
    with fabric.init_tensor():
        x = torch.zeros(n)
    return x + torch.ones(n).cuda()


def typed_good(fabric: L.Fabric, n):
    with fabric.init_module():
        net = nn.Linear(n, n)
    return net(torch.ones(n).cuda())


def taken_good(n):
    with maker.scope_of("cuda"):
        x = torch.zeros(n)
    return x + torch.ones(n).cuda()


def chosen_good(fabric, n, flag):
    scope = fabric.init_tensor() if flag else contextlib.nullcontext()
    with scope:
        x = torch.zeros(n)
    return x + torch.ones(n).cuda()


def variable_good(context, n):
    with context:
        x = torch.zeros(n)
    return x + torch.ones(n).cuda()


def behind_bad(fabric, n):
    with fabric.init_tensor():
        y = torch.zeros(n)
    x = torch.zeros(n)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cpu
    return x + torch.ones(n).cuda(), y


def of_torch_bad(n):
    with torch.no_grad(), open("log") as f:
        x = torch.zeros(n)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cpu
    return x + torch.ones(n).cuda()


lock = threading.Lock()


class Pool:
    def __init__(self, timer):
        self._lock = threading.Lock()
        self.timer = timer

    @contextlib.contextmanager
    def opened(self):
        yield self

    def named_bad(self, accelerator, n):
        # By their names these have nothing to do with devices.
        with self._lock, self.timer.measure(), lock, accelerator.accumulate():
            x = torch.zeros(n)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cpu
        return x + torch.ones(n).cuda()

    def own_bad(self, n):
        with self.opened():
            x = torch.zeros(n)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cpu
        return x + torch.ones(n).cuda()


def zeros(n, device=None):
    return torch.zeros(n, device=device)


# None is the default device, whatever that is there.
def left_out_good(fabric, n):
    with fabric.init_tensor():
        x = zeros(n)
    return x + torch.ones(n).cuda()


def left_out_bad(n):
    x = zeros(n)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cpu
    return x + torch.ones(n).cuda()


# What makes the manager comes from the round before, which has an end.
def made_in_rounds(names):
    make = maker.first
    for _ in names:
        make = make()()
    with make()():
        return torch.ones(2)
