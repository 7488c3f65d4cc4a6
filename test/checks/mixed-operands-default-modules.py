# A parameter whose default makes a module is of its class where nobody gives another.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class PriorBad(nn.Module):
    def forward(self, x):
        return x, torch.zeros(3)


class PriorGood(nn.Module):
    def forward(self, x):
        return x, torch.zeros(3, device=x.device)


def applied_bad(x, prior=PriorBad()):
    z, log = prior(x.cuda())
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '-' are on different devices
    return z - log


def applied_good(x, prior=PriorGood()):
    z, log = prior(x.cuda())
    return z - log


def apply(x):
    return applied_bad(x), applied_good(x)


class FlowBad(nn.Module):
    def __init__(self, prior=PriorBad()):
        super().__init__()
        self.prior = prior

    def forward(self, x):
        z, log = self.prior(x)
        # CHECK: :[[#@LINE+1]]:18: warning: operands of '-' may be on different devices
        return z - log


class FlowGood(nn.Module):
    def __init__(self, prior=PriorGood()):
        super().__init__()
        self.prior = prior

    def forward(self, x):
        z, log = self.prior(x)
        return z - log


class Other(nn.Module):
    def forward(self, x):
        return x, x


# Somebody gives another class.
class FlowGiven(nn.Module):
    def __init__(self, prior=PriorBad()):
        super().__init__()
        self.prior = prior

    def forward(self, x):
        z, log = self.prior(x)
        return z - log


def given():
    return FlowGiven(Other()), FlowGiven()
