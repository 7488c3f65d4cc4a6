# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Classes whose constructor Python writes: what they are made with is in their fields.
from collections import OrderedDict
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import torch
from torch import nn


@dataclass
class Output:
    logits: torch.Tensor
    loss: torch.Tensor = None
    count: ClassVar[int] = 0


@dataclass
class Longer(Output):
    state: torch.Tensor = None


class Pair(NamedTuple):
    x: torch.Tensor
    y: torch.Tensor


class ByName(OrderedDict):
    def __post_init__(self):
        pass


@dataclass
class Named(ByName):
    loss: torch.FloatTensor | None = None
    logits: torch.FloatTensor | None = None


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return Output(logits=self.fc(x))


def field_bad():
    out = Net().cuda()(torch.ones(2, 4, device="cuda"))
    # CHECK: :[[@LINE+1]]:23: warning: operands of '*' are on different devices: 'out.logits' on cuda, 'torch.ones(2, 2)' on cpu [device-mixed-operands]
    return out.logits * torch.ones(2, 2)


def field_ok():
    out = Net().cuda()(torch.ones(2, 4, device="cuda"))
    return out.logits * torch.ones(2, 2, device="cuda")


# Fields of the base come first.
def inherited_bad(n):
    out = Longer(torch.ones(n, device="cuda"), None, torch.ones(n))
    # CHECK: :[[@LINE+1]]:23: warning: operands of '+' may be on different devices: 'out.logits' on cuda, 'out.state' on cpu [device-mixed-operands]
    return out.logits + out.state


def inherited_ok(n):
    out = Longer(torch.ones(n, device="cuda"), None, torch.ones(n, device="cuda"))
    return out.logits + out.state


def unpacked_bad(n):
    x, y = Pair(torch.ones(n, device="cuda"), torch.ones(n))
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
    return x + y


def unpacked_ok(n):
    x, y = Pair(torch.ones(n, device="cuda"), torch.ones(n, device="cuda"))
    return x + y


def position_bad(n):
    pair = Pair(torch.ones(n, device="cuda"), torch.ones(n))
    # CHECK: :[[@LINE+1]]:20: warning: operands of '+' are on different devices: 'pair[1]' on cpu, 'pair.x' on cuda [device-mixed-operands]
    return pair[1] + pair.x


def position_ok(n):
    pair = Pair(torch.ones(n, device="cuda"), torch.ones(n))
    return pair[0] + pair.x


# A dataclass that is a dictionary has by position what is not None.
def skipped_bad(n):
    out = Named(logits=torch.ones(n, device="cuda"))
    # CHECK: :[[@LINE+1]]:19: warning: operands of '+' may be on different devices: 'out[0]' on cuda, 'torch.ones(n)' on cpu [device-mixed-operands]
    return out[0] + torch.ones(n)


def skipped_ok(n):
    out = Named(loss=torch.ones(n), logits=torch.ones(n, device="cuda"))
    return out[0] + torch.ones(n)


def key_bad(n):
    out = Named(logits=torch.ones(n, device="cuda"))
    # CHECK: :[[@LINE+1]]:26: warning: operands of '+' may be on different devices: 'out["logits"]' on cuda, 'torch.ones(n)' on cpu [device-mixed-operands]
    return out["logits"] + torch.ones(n)


def key_ok(n):
    out = Named(logits=torch.ones(n, device="cuda"))
    return out["logits"] + torch.ones(n, device="cuda")
