# A method that a class inherits calls what that class has: who knows the object knows which.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Exploration:
    def bonus(self, values):
        return torch.zeros_like(values)

    def scores(self, values):
        return values + self.scaled(values)

    def scaled(self, values):
        return 2 * self.bonus(values)


class Counting(Exploration):
    def bonus(self, values):
        return torch.zeros(values.shape[-1])


class CountingThere(Exploration):
    def bonus(self, values):
        return torch.zeros(values.shape[-1], device=values.device)


net = nn.Linear(4, 3).cuda()


def made_bad(x):
    return Counting().scores(net(x.cuda()))
    # CHECK: :[[@LINE-1]]:23: warning: operands of '+' are on different devices: 'values' on cuda, 'self.scaled(values)' on cpu


def made_good(x):
    return CountingThere().scores(net(x.cuda()))


def base_good(x):
    return Exploration().scores(net(x.cuda()))


class Agent:
    def __init__(self, exploration: Exploration):
        self.exploration = exploration

    def act(self, x):
        return self.exploration.scores(net(x.cuda()))


def any_good(x):
    return Agent(CountingThere()).act(x)


# Methods that call each other, and a class that does not replace what is called.
class Walk:
    def step(self, x, n):
        return self.turn(x, n - 1) if n else self.start(x)

    def turn(self, x, n):
        return self.step(x, n)

    def start(self, x):
        return x


class WalkHere(Walk):
    def start(self, x):
        return torch.zeros(3)


class WalkOn(Walk):
    def name(self):
        return "on"


def round_good(x):
    return WalkOn().step(x.cuda(), 3) + x.cuda()


# A module's own state, as its class is asked for it.
class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        return self.post(self.lin(x))

    def post(self, y):
        return y


class Shifted(Plain):
    def post(self, y):
        return y + torch.zeros(3)


class ShiftedThere(Plain):
    def post(self, y):
        return y + torch.zeros(3, device=y.device)


def module_bad(x, device):
    return Shifted().to(device)(x.to(device)) if device.type == "cuda" else x
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+'


def module_good(x, device):
    return ShiftedThere().to(device)(x.to(device)) if device.type == "cuda" else x
