# What stands in a copy does not move with what it was copied from: running averages of a model's parameters.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
from copy import deepcopy

import torch
from torch import nn


class Named:
    def __init__(self, model):
        self.copy = deepcopy(model)
        self.parameters = self.collect()

    def collect(self):
        out = dict()
        for name, p in self.copy.named_parameters():
            out[name] = p
            p.grad = None
        return out

    def update(self, parameters):
        with torch.no_grad():
            for name, p in parameters:
                if name in self.parameters:
                    self.parameters[name].sub_(p)


def named_bad():
    model = nn.Linear(3, 4)
    average = Named(model)
    model.cuda()
    # CHECK: :[[#@LINE+1]]:13: warning: operands of 'sub_' are on different devices
    average.update(model.named_parameters())


def named_good():
    model = nn.Linear(3, 4)
    model.cuda()
    average = Named(model)
    average.update(model.named_parameters())


class First:
    def __init__(self, model):
        self.first = next(deepcopy(model).parameters())

    def differs(self, x):
        return self.first - x


def first_bad(x):
    model = nn.Linear(3, 4)
    first = First(model)
    model.cuda()
    # CHECK: :[[#@LINE+1]]:18: warning: operands of '-' are on different devices
    return first.differs(model(x.cuda()))


def first_good(x):
    model = nn.Linear(3, 4)
    first = First(model)
    model.cuda()
    return first.differs(model(x.cuda()).cpu())


# No copy: the list holds the model's own parameters, which move with it.
class Shared:
    def __init__(self, model):
        self.held = list(model.parameters())

    def differs(self, x):
        return self.held[0] - x


def shared_good(x):
    model = nn.Linear(3, 4)
    shared = Shared(model)
    model.cuda()
    return shared.differs(model(x.cuda()))


# Who gives a model of which nobody knows anything does not hide what the others do.
class Trainer:
    def __init__(self, model):
        self.model = model
        self.average = Named(self.model)

    def step(self):
        self.average.update(self.model.named_parameters())
