# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# `y = x.to(d)` of what nobody knows moves it in place if it is a module. What operators compute with is none: it stays.
import torch


def add(a, b):
    return a + b


def copied(a, b):
    on_host = b.to("cpu")
    add(a, b)
    return on_host


def copied_ok():
    return copied(torch.ones(2, device="cuda:1"), torch.ones(2, device="cuda:1"))


def copied_bad():
    return copied(torch.ones(2, device="cuda:1"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'a' on cuda:1, 'b' on cpu


def here(a, b):
    on_host = b.to("cpu")
    return a + b, on_host


def here_ok():
    return here(torch.ones(2, device="cuda:1"), torch.ones(2, device="cuda:1"))


def here_bad():
    return here(torch.ones(2, device="cuda:1"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'a' on cuda:1, 'b' on cpu


def add_held(held):
    return held["a"] + held["b"]


def held(a, b):
    on_host = b.cpu()
    add_held({"a": a, "b": b})
    return on_host


def held_ok():
    return held(torch.ones(2, device="cuda:1"), torch.ones(2, device="cuda:1"))


def held_bad():
    return held(torch.ones(2, device="cuda:1"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'held["a"]' on cuda:1, 'held["b"]' on cpu


def add_several(*given, scale=None):
    return given[0] + scale


def several(a, b):
    on_host = b.to("cpu")
    add_several(a, scale=b)
    return on_host


def several_ok():
    return several(torch.ones(2, device="cuda:1"), torch.ones(2, device="cuda:1"))


def several_bad():
    return several(torch.ones(2, device="cuda:1"), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'given[0]' on cuda:1, 'scale' on cpu


# A module that is given moves.
def run(model, x):
    model.to("cuda:0")
    return model(x)


def module_ok():
    return run(torch.nn.Linear(2, 2), torch.ones(2, device="cuda:0"))


def module_bad():
    return run(torch.nn.Linear(2, 2), torch.ones(2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'm
