# A loss without state has nothing to move.
# RUN: not %device_tidy check --isolated --select device-moved-loss %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
from torch import nn


def moved_bad(device):
    criterion = nn.MSELoss().to(device)
    # CHECK: :[[@LINE-1]]:30: warning: 'nn.MSELoss()' is a 'MSELoss' without state: there is nothing to move [device-moved-loss]
    return criterion


def moved_ok(device):
    criterion = nn.MSELoss()
    return criterion


def weighted_ok(weight, device):
    return nn.CrossEntropyLoss(weight=weight).to(device)


# A loss of the project's may have state.
class Loss(nn.Module):
    def __init__(self, matcher):
        super().__init__()
        self.matcher = matcher

    def forward(self, x):
        return x.mean()


def own_ok(matcher, device):
    return Loss(matcher).to(device)


# Known miss: what a flag chooses is not looked at, although none of the two has state.
def chosen_FN(flag, device):
    criterion = nn.MSELoss() if flag else nn.L1Loss()
    return criterion.to(device)
