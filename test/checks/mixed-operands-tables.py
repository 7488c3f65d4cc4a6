# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What a module keeps its members in, and copies of that: an entry that is replaced there stays where it is in the module.
import torch
from torch import nn


def state_ok():
    m = nn.Linear(2, 2)
    state = m.state_dict()
    state["weight"] = nn.Parameter(torch.zeros(2, 2, device="cuda"))
    return m(torch.ones(2))


def rounds_ok():
    m = nn.Linear(2, 2)
    state = m.state_dict()
    for key in state:
        state[key] = state[key].to("cuda")
    return m(torch.ones(2))


def copy_ok():
    m = nn.Sequential(nn.Linear(2, 2))
    copy = dict(m.named_children())
    copy["0"] = nn.Linear(2, 2, device="cuda")
    return m(torch.ones(2))


def table_bad():
    m = nn.Sequential(nn.Linear(2, 2))
    m._modules["0"] = nn.Linear(2, 2, device="cuda")
    return m(torch.ones(2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'm' on cuda


# What is stored may be anything: the analysis ends.
def flag_ok(m: nn.Module, end):
    state = m.state_dict()
    state["done"] = end
    m._modules["done"] = end
    return state


# The list is of one module on one way, and of another one on the other.
def either_ok(first: nn.Module, second: nn.Module, flag):
    if flag:
        table = first._modules
    else:
        table = second._modules
    table["head"] = nn.Linear(2, 2, device="cuda")
    return first(torch.ones(2)) + second(torch.ones(2))
