# A function that another module made and gives back: what it makes in turn is its own module's.
# RUN: split-file %s %t
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise makers.py bad.py good.py | FileCheck bad.py --implicit-check-not=warning:
#--- makers.py
import torch


def noisy(width):
    def add(x):
        def noise(device):
            return torch.randn(width, device=device)

        return x + noise("cpu")

    return add


def quiet(width):
    def add(x):
        def noise(device):
            return torch.randn(width, device=device)

        return x + noise(x.device)

    return add


#--- bad.py
import torch
from makers import noisy


def run():
    # CHECK: bad.py:[[#@LINE+1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'noise("cpu")' on cpu [device-mixed-operands]
    return noisy(3)(torch.ones(3, device="cuda"))


#--- good.py
import torch
from makers import quiet


def run():
    return quiet(3)(torch.ones(3, device="cuda"))
