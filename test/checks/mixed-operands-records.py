# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Classes whose constructor Python writes: what they are made with is in their fields.
import collections
from collections import OrderedDict, namedtuple
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
    # CHECK: :[[@LINE+1]]:23: warning: operands of '+' are on different devices: 'out.logits' on cuda, 'out.state' on cpu [device-mixed-operands]
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
    # CHECK: :[[@LINE+1]]:19: warning: operands of '+' are on different devices: 'out[0]' on cuda, 'torch.ones(n)' on cpu [device-mixed-operands]
    return out[0] + torch.ones(n)


def skipped_ok(n):
    out = Named(loss=torch.ones(n), logits=torch.ones(n, device="cuda"))
    return out[0] + torch.ones(n)


def key_bad(n):
    out = Named(logits=torch.ones(n, device="cuda"))
    # CHECK: :[[@LINE+1]]:26: warning: operands of '+' are on different devices: 'out["logits"]' on cuda, 'torch.ones(n)' on cpu [device-mixed-operands]
    return out["logits"] + torch.ones(n)


def key_ok(n):
    out = Named(logits=torch.ones(n, device="cuda"))
    return out["logits"] + torch.ones(n, device="cuda")


# Classes that a call makes.
Batch = namedtuple("Batch", ["x", "y"])
Spaced = collections.namedtuple("Spaced", "x, y")
Typed = NamedTuple("Typed", [("x", torch.Tensor), ("y", torch.Tensor)])


class Derived(namedtuple("Derived", ("x", "y"))):
    def sum(self):
        return self.x + self.y


def call_bad():
    b = Batch(torch.ones(2).to("cuda"), torch.ones(2))
    return b.x + b.y
    # CHECK: :[[@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.x' on cuda, 'b.y' on cpu


def call_ok():
    b = Batch(torch.ones(2).to("cuda"), torch.ones(2).to("cuda"))
    return b.x + b.y


def spaced_bad():
    x, y = Spaced(y=torch.ones(2).to("cuda"), x=torch.ones(2))
    return x + y
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'x' on cpu, 'y' on cuda


def spaced_ok():
    x, y = Spaced(y=torch.ones(2).to("cuda"), x=torch.ones(2))
    return x + y.to(x.device)


def typed_bad():
    t = Typed(torch.ones(2), torch.ones(2))
    return t[0].to("cuda") + t[1]
    # CHECK: :[[@LINE-1]]:28: warning: operands of '+' are on different devices: {{.*}} on cuda, 't[1]' on cpu


def typed_ok():
    t = Typed(torch.ones(2), torch.ones(2))
    return t[0].to("cuda") + t[1].to("cuda")


def derived_bad():
    return Derived(torch.ones(2, device="cuda"), torch.ones(2)).sum()
    # CHECK: :[[@LINE-1]]:65: warning: operands of '+' are on different devices: 'self.x' on cuda, 'self.y' on cpu


def derived_ok():
    return Derived(torch.ones(2, device="cuda"), torch.ones(2, device="cuda")).sum()


# Rows become columns, as memories of experience replay have it.
def replay_bad():
    net = nn.Linear(2, 2).to("cuda")
    memory = [Batch(torch.ones(2), torch.ones(2)) for _ in range(4)]
    batch = Batch(*zip(*memory))
    return net(torch.cat(batch.x))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'net' on cuda, {{.*}} on cpu


def replay_ok():
    net = nn.Linear(2, 2).to("cuda")
    memory = [Batch(torch.ones(2), torch.ones(2)) for _ in range(4)]
    batch = Batch(*zip(*memory))
    return net(torch.cat(batch.x).to("cuda"))


def replaced():
    b = Batch(torch.ones(2), torch.ones(2))
    b = b._replace(x=b.x.to("cuda"))
    return b.x + b.y
    # CHECK: :[[@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.x' on cuda, 'b.y' on cpu


def replaced_ok():
    b = Batch(torch.ones(2), torch.ones(2))
    b = b._replace(x=b.x.to("cuda"), y=b.y.to("cuda"))
    return b.x + b.y


# A tuple that is spread fills parameters; of what comes behind one that is not known, nobody knows where it goes.
def both(x, y):
    return x + y


def spread_bad():
    return both(*(torch.ones(2), torch.ones(2, device="cuda")))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cpu, 'y' on cuda


def spread_ok():
    return both(*(torch.ones(2, device="cuda"), torch.ones(2, device="cuda")))


def last(name, x, y=None):
    return x + torch.ones(2, device="cuda")


def behind_ok(names):
    return last(*names, torch.ones(2, device="cuda"))


# Rows that are turned into columns: each is a list, of which a tensor with a dimension is made.

Transition = namedtuple("Transition", ["state", "reward"])


def bad_replayed(memory, net, device):
    net = net.to(device).eval()
    batch = Transition(*zip(*memory.sample(4)))
    state = torch.stack(batch.state).to(device)
    reward = torch.tensor(batch.reward)
    # CHECK: :[[#@LINE+1]]:23: warning: operands of '+' may be on different devices: 'net(state)' on 'device', 'reward' on cpu
    return net(state) + reward


def good_replayed(memory, net, device):
    net = net.to(device).eval()
    batch = Transition(*zip(*memory.sample(4)))
    state = torch.stack(batch.state).to(device)
    reward = torch.tensor(batch.reward, device=device)
    return net(state) + reward
