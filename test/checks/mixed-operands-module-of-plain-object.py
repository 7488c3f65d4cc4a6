# A module that an object holds which is no module itself, and that is called as its member.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Model:
    def __init__(self):
        self.enc = nn.Linear(4, 4).to(device)


class Train:
    def __init__(self):
        self.model = Model()

    def one_bad(self):
        return self.model.enc(torch.zeros(4))
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'Linear' may be on different devices: 'self.model.enc' on cuda, 'torch.zeros(4)' on cpu

    def one_ok(self):
        return self.model.enc(torch.zeros(4).to(device))


def given_bad(model: Model):
    return model.enc(torch.zeros(4))
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'Linear' may be on different devices: 'model.enc' on cuda, 'torch.zeros(4)' on cpu


def given_ok(model: Model):
    return model.enc(torch.zeros(4, device=device))


class Placed:
    def __init__(self, where):
        self.where = where
        self.enc = nn.Linear(4, 4).to(where)


class Keeper:
    def __init__(self):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model = Placed(self.device)

    def one_bad(self):
        return self.model.enc(torch.zeros(4))
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'Linear' may be on different devices: 'self.model.enc' on '{{.*}}where', 'torch.zeros(4)' on cpu

    def one_ok(self):
        return self.model.enc(torch.zeros(4, device=self.device))

    def other_ok(self):
        return self.model.enc(torch.zeros(4).to(self.model.where))


# It moves what it holds when it is told to.
class Agent:
    def __init__(self):
        self.actor = nn.Linear(4, 4)

    def to(self, where):
        self.actor.to(where)
        return self


def act_ok(agent: Agent):
    agent.to(device)
    return agent.actor(torch.zeros(4, device=device))


def later_ok(agent: Agent):
    return agent.actor(torch.zeros(4, device=device))


later_ok(Agent().to(device))


# Somebody else moves it.
class Learner:
    def __init__(self):
        self.critic = nn.Linear(4, 4)


def place(learner: Learner):
    learner.critic.to(device)


def learn_ok(learner: Learner):
    return learner.critic(torch.zeros(4, device=device))


# What it calls is a function.
class Scorer:
    def __init__(self):
        self.score = nn.functional.mse_loss


def score_bad(scorer: Scorer):
    return scorer.score(torch.zeros(4, device=device), torch.zeros(4))
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of 'mse_loss' may be on different devices


def score_ok(scorer: Scorer):
    return scorer.score(torch.zeros(4, device=device), torch.zeros(4, device=device))
