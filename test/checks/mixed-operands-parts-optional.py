# A part that a constructor makes only if none is given is not made where something is given, whatever that is. A call
# that may give None by its own text need not give something.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import os

import torch
from elsewhere import clone
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Learner(nn.Module):
    def __init__(self, module, update=None):
        super().__init__()
        self.module = module
        if update is not None:
            self.update = update
        else:
            self.update = nn.Linear(3, 3)

    def forward(self, x):
        return self.update(self.module(x))


def given_good(module, data):
    return Learner(clone(module), clone(module.update))(data.to(device))


def made_bad(module, data):
    return Learner(clone(module))(data.to(device))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' may be on different devices: 'self.module' on cpu, 'x' on cuda


class Placed:
    def __init__(self, place):
        if place is None:
            place = "cuda"
        else:
            place = "cpu"
        self.kept = torch.zeros(3, device=place)


def find(table):
    if table:
        return clone(table)
    return None


def take(table):
    if table:
        return clone(table)
    raise KeyError


def get_unsure(table):
    return Placed(table.get("place")).kept + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:44: warning: operands of '+' may be on different devices


def get_bad(table):
    return Placed(table.get("place", "x")).kept + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:49: warning: operands of '+' are on different devices


def environment_unsure():
    return Placed(os.environ.get("PLACE")).kept + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:49: warning: operands of '+' may be on different devices


def environment_other_unsure():
    return Placed(os.environ.get("PLACE")).kept + torch.zeros(3)
    # CHECK: :[[@LINE-1]]:49: warning: operands of '+' may be on different devices


def environment_bad():
    return Placed(os.environ.get("PLACE", "x")).kept + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:54: warning: operands of '+' are on different devices


def getattr_unsure(args):
    return Placed(getattr(args, "place", None)).kept + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:54: warning: operands of '+' may be on different devices


def getattr_bad(args):
    return Placed(getattr(args, "place", "x")).kept + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:53: warning: operands of '+' are on different devices


def found_good(table):
    return Placed(find(table)).kept + torch.zeros(3, device="cuda")


def taken_bad(table):
    return Placed(take(table)).kept + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:37: warning: operands of '+' are on different devices
