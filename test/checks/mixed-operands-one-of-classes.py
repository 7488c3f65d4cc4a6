# A value that is one of several objects: a call of its method runs that of each of them, under its condition.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Gaussian(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(2, 2)

    def sample(self, x):
        return self.f(x)

    def mean(self, x):
        return self.f(x)

    def to_there(self, x):
        return x.to(device)

    def forward(self, x):
        return self.f(x)


class Deterministic(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(2, 2)

    def sample(self, x):
        return self.f(x)

    def mean(self, x):
        return x

    def to_there(self, x):
        return x

    def forward(self, x):
        return self.f(x)


class Agent:
    def __init__(self, kind):
        if kind == "gaussian":
            self.policy = Gaussian().to(device)
        else:
            self.policy = Deterministic().to(device)

    def act_bad(self):
        return self.policy.sample(torch.zeros(3, 2))
        # CHECK: :[[@LINE-1]]:28: warning: operands of 'Linear' may be on different devices: 'self.f' on cuda, 'x' on cpu

    def act_good(self):
        return self.policy.sample(torch.zeros(3, 2, device=device))

    # Only one of them has a layer there.
    def mean_of_one_bad(self):
        return self.policy.mean(torch.zeros(3, 2))
        # CHECK: :[[@LINE-1]]:28: warning: operands of 'Linear' may be on different devices: 'self.f' on cuda, 'x' on cpu

    # Where each of them leaves it.
    def result_bad(self):
        return self.policy.sample(torch.zeros(3, 2, device=device)) + torch.ones(3, 2)
        # CHECK: :[[@LINE-1]]:69: warning: operands of '+' may be on different devices: the result of 'sample' on cuda, 'torch.ones(3, 2)' on cpu

    def result_good(self):
        return self.policy.sample(torch.zeros(3, 2, device=device)) + torch.ones(3, 2, device=device)


def made_good():
    agent = Agent("deterministic")
    return agent.policy.mean(torch.zeros(3, 2)) + torch.ones(3, 2)


# Who has assigned another one has a class that nobody said.
class Replaced:
    def __init__(self, kind):
        self.policy = Gaussian().to(device) if kind else Deterministic().to(device)

    def replace(self, policy):
        self.policy = policy

    def act_good(self):
        return self.policy.sample(torch.zeros(3, 2))


# A member that is one of two, called from outside.
class Model(nn.Module):
    def __init__(self, kind):
        super().__init__()
        if kind == "small":
            self.encoder = Gaussian()
        else:
            self.encoder = Deterministic()


def member_bad():
    model = Model(input())
    return model.encoder(torch.zeros(3, 2, device="cuda"))
    # CHECK: :[[@LINE-1]]:18: warning: operands of 'Linear' are on different devices: 'self.f' on cpu, 'x' on cuda


def member_good():
    model = Model(input()).cuda()
    return model.encoder(torch.zeros(3, 2, device="cuda"))


# Whoever has made the object knows which it is.
class Given:
    def __init__(self, kind):
        if kind == "gaussian":
            self.policy = Gaussian()
        else:
            self.policy = Deterministic()

    def mean(self, x):
        return self.policy.mean(x)


def gaussian_bad(x):
    return Given("gaussian").mean(x.cuda())
    # CHECK: :[[@LINE-1]]:30: warning: operands of 'Linear' may be on different devices: 'self.f' on cpu, 'x' on cuda


def deterministic_good(x):
    return Given("deterministic").mean(x.cuda())


def some_bad(x, kind):
    return Given(kind).mean(x.cuda())
    # CHECK: :[[@LINE-1]]:24: warning: operands of 'Linear' may be on different devices: 'self.f' on cpu, 'x' on cuda
