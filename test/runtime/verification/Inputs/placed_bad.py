# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each function fails for devices with an operand that was placed elsewhere: by a caller, in a function that has
returned, around the function. placed_good.py is the same, repaired."""

import functools
from dataclasses import dataclass

import torch
from torch import nn

device = torch.device("cuda:0")
x = torch.ones(2, 2).to(device)


def passed_by_position():
    def scaled(value, scale):
        return value * scale

    scaled(x, torch.ones(2))


def passed_on_by_a_wrapper():
    def logged(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs)

        return wrapper

    @logged
    def loss(prediction, target, weight=None):
        return (prediction - target) * weight

    loss(x, x, weight=torch.zeros(2))


def taken_from_the_rest():
    def total(*values, **named):
        return values[0] + named["bias"]

    total(x, bias=torch.ones(2))


def passed_to_forward():
    class Net(nn.Module):
        def forward(self, value, mask):
            return value * mask

    Net()(x, torch.ones(2))


def free_variable():
    weight = torch.ones(2)
    layer = nn.Linear(2, 2).to(device)
    layer.register_forward_hook(lambda module, inputs, output: output * weight)
    layer(x)


def returned():
    def initial(count):
        state = torch.zeros(count)
        return torch.ones(1, device=device), state

    used, state = initial(2)
    state + x


def returned_by_a_method():
    class Model(nn.Module):
        def initial(self):
            return torch.zeros(2), torch.zeros(2)

    model = Model().to(device)
    state = model.initial()
    state = tuple(each.detach() for each in state)
    torch.stack([*state, x[0]])


def given_to_the_constructor():
    class Net(nn.Module):
        def __init__(self, classes, weight):
            super().__init__()
            self.layer = nn.Linear(2, classes)
            self.weight = weight

        def forward(self, value):
            return self.layer(value) * self.weight

    net = Net(2, torch.ones(2)).to(device)
    net(x)


def field_of_a_dataclass():
    @dataclass
    class Batch:
        value: torch.Tensor
        mask: torch.Tensor

    batch = Batch(x, torch.ones(2))
    batch.value.masked_fill(batch.mask > 0, 0.0)


def derived():
    base = torch.ones(2, 2)
    chosen = (base * 2).relu().sum(0)
    x + chosen


def branch_not_taken(moves=False):
    target = torch.zeros(2)
    if moves:
        target = target.to(device)
    return x - target


def part_of_a_module():
    net = nn.Sequential(nn.Linear(2, 2).to(device), nn.BatchNorm1d(2))
    net(x)


def held_by_the_object():
    normal = torch.distributions.Normal(torch.zeros(2), torch.ones(2))
    normal.log_prob(x)


def assigned_gradient():
    parameter = nn.Parameter(torch.ones(2, 2))
    parameter.grad = x * 2


def made_in_place():
    torch.randperm(4, device=device, generator=torch.Generator())


def assigned_element():
    rows = torch.zeros(4, 2)
    rows[torch.tensor([0, 1]).to(device)] = x


def by_number():
    torch.cuda.set_device(3)


from device_tidy import explain  # noqa: E402

for name, function in list(globals().items()):
    if getattr(function, "__module__", "") == "__main__" and not isinstance(function, type):
        print(f"# {name}")
        try:
            function()
        except Exception as error:
            print(explain(error))
