# What a module does that is called by one which many others use is told as well.
# RUN: split-file %s %t
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise . | FileCheck %s --implicit-check-not=warning:
# CHECK: leaf.py:6:26: warning: operands of '+' may be on different devices: 'torch.ones(3)' on cpu, 'x' on 'device'
# CHECK: leaf.py:12:23: warning: 'weight' is not registered with 'Layer', so 'to' leaves it on cpu

#--- leaf.py
import torch


def step(x, device):
    x = x.to(device)
    return torch.ones(3) + x


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.zeros(3)

    def forward(self, x):
        return x + self.weight

#--- base.py
import leaf


def run(x, device):
    layer = leaf.Layer()
    return layer.forward(leaf.step(x, device))

#--- user_0.py
import base


def use(x, device):
    return base.run(x, device)

#--- user_1.py
import base


def use(x, device):
    return base.run(x, device)

#--- user_2.py
import base


def use(x, device):
    return base.run(x, device)

#--- user_3.py
import base


def use(x, device):
    return base.run(x, device)

#--- user_4.py
import base


def use(x, device):
    return base.run(x, device)

#--- user_5.py
import base


def use(x, device):
    return base.run(x, device)

#--- user_6.py
import base


def use(x, device):
    return base.run(x, device)

#--- user_7.py
import base


def use(x, device):
    return base.run(x, device)
