# A member that a base makes, and a class that derives from it puts elsewhere: a method of the base reads what the class
# of its object has left there. Of what somebody gave, nobody knows which class it is of.
#
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s -- | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Weights:
    def __init__(self):
        self.weight = torch.ones(2)

    def times(self, x):
        return x * self.weight

    def good_of_any(self):
        return self.times(torch.ones(2, device="cuda"))


class OnCuda(Weights):
    def __init__(self):
        super().__init__()
        self.weight = self.weight.cuda()


def good_derived():
    return OnCuda().times(torch.ones(2).cuda())


def bad_derived():
    # CHECK: :[[#@LINE+1]]:21: warning: operands of '*' are on different devices: 'x' on cpu, 'self.weight' on cuda
    return OnCuda().times(torch.ones(2))


def good_base():
    return Weights().times(torch.ones(2))


def bad_base():
    # CHECK: :[[#@LINE+1]]:22: warning: operands of '*' are on different devices: 'x' on cuda, 'self.weight' on cpu
    return Weights().times(torch.ones(2).cuda())


# A net that moves in place, in a method that the constructor calls.


class Agent:
    def __init__(self):
        self.net = nn.Linear(2, 2)

    def act(self, x):
        return self.net(x)


class Placed(Agent):
    def __init__(self):
        super().__init__()
        self.place()

    def place(self):
        self.net.to("cuda")


def good_placed():
    return Placed().act(torch.ones(2, device="cuda"))


def bad_placed():
    # CHECK: :[[#@LINE+1]]:21: warning: operands of 'Linear' are on different devices: 'self.net' on cuda, 'x' on cpu
    return Placed().act(torch.ones(2))


# What a data class makes behind its fields.


class Table:
    def __post_init__(self):
        self.rows = torch.ones(2)

    def add(self, x):
        return x + self.rows


class CudaTable(Table):
    def __post_init__(self):
        super().__post_init__()
        self.rows = self.rows.cuda()


def good_table(table: CudaTable):
    return table.add(torch.ones(2).cuda())


# A member that is put where it was.


class Kept:
    def keep(self):
        state = self.state
        self.state = state
        return state * 2

    def replace(self, state):
        self.state = state
