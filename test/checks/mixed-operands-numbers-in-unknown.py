# A number in a tensor of the CPU meets tensors anywhere: what a module of which nobody knows the class does with it,
# nobody knows. A tensor with dimensions meets what the module holds.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from models import choose


def number_good():
    model = choose("net").to("cuda")
    return model(torch.ones(2, device="cuda"), torch.tensor(0.1))


def several_bad():
    model = choose("net").to("cuda")
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'forward' are on different devices
    return model(torch.ones(2, device="cuda"), torch.linspace(0.1, 0.3, 2))


def several_good():
    model = choose("net").to("cuda")
    return model(torch.ones(2, device="cuda"), torch.linspace(0.1, 0.3, 2, device="cuda"))
