# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A record that is made of another one has what that had in all fields but those that are named.
import dataclasses
from collections import namedtuple
from dataclasses import dataclass, replace
from typing import NamedTuple

import torch


class Pair(NamedTuple):
    x: torch.Tensor
    y: torch.Tensor


Plain = namedtuple("Plain", ["x", "y"])


@dataclass
class Batch:
    x: torch.Tensor
    y: torch.Tensor

    def to_bad(self, device):
        return replace(self, x=self.x.to(device))

    def to_good(self, device):
        return replace(self, x=self.x.to(device), y=self.y.to(device))


@dataclass
class Derived(Batch):
    z: torch.Tensor


@dataclass
class Moving:
    x: torch.Tensor
    y: torch.Tensor

    def __post_init__(self):
        self.y = self.y.to(self.x.device)


def tuple_bad():
    b = Pair(torch.ones(3), torch.ones(3))
    b = b._replace(x=b.x.cuda())
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'b.x' on cuda, 'b.y' on cpu
    return b.x + b.y


def tuple_good():
    b = Pair(torch.ones(3), torch.ones(3))
    b = b._replace(x=b.x.cuda(), y=b.y.cuda())
    return b.x + b.y


def made_bad():
    b = Plain(torch.ones(3), torch.ones(3))
    x, y = b._replace(x=b.x.cuda())
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'y' on cpu
    return x + y


def made_good():
    b = Plain(torch.ones(3), torch.ones(3))
    x, y = b._replace(x=b.x.cuda(), y=b.y.cuda())
    return x + y


def derived_bad():
    b = Derived(torch.ones(3), torch.ones(3), torch.ones(3))
    b = dataclasses.replace(b, x=b.x.cuda(), y=b.y.cuda())
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'b.x' on cuda, 'b.z' on cpu
    return b.x + b.z


def derived_good():
    b = Derived(torch.ones(3), torch.ones(3), torch.ones(3))
    b = dataclasses.replace(b, x=b.x.cuda(), y=b.y.cuda())
    return b.x + b.y


def method_bad():
    b = Batch(torch.ones(3), torch.ones(3)).to_bad("cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'b.x' on cuda, 'b.y' on cpu
    return b.x + b.y


def method_good():
    b = Batch(torch.ones(3), torch.ones(3)).to_good("cuda")
    return b.x + b.y


def left_alone_good():
    # The record that it was made of stays as it was.
    b = Batch(torch.ones(3), torch.ones(3))
    b.to_bad("cuda")
    return b.x + b.y


def rounds_good(n):
    b = Pair(torch.ones(3).cuda(), torch.ones(3).cuda())
    for _ in range(n):
        b = b._replace(x=b.x * 2)
        b = b._replace(y=b.x + b.y)
    return b.x + b.y


def post_init_good():
    # What the class does with its fields is not followed.
    b = Moving(torch.ones(3), torch.ones(3))
    b = replace(b, x=b.x.cuda())
    return b.x + b.y


def named_good(changes):
    # Which fields they are, nobody knows.
    b = Batch(torch.ones(3).cuda(), torch.ones(3))
    b = replace(b, **changes)
    return b.x + b.y
