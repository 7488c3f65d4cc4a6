# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
# What a call gives that fails inside goes nowhere: the mistake is told where it is made, and not once more of the result.
import torch
import torch.nn.functional as F
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class BadNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        # CHECK: :[[#@LINE+1]]:22: warning: 'last' is not registered with 'BadNet'
        self.last = [nn.Linear(4, 2)]

    def forward(self, x):
        return F.log_softmax(self.last[0](self.first(x).flatten(1)), 1)


class GoodNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.last = nn.ModuleList([nn.Linear(4, 2)])

    def forward(self, x):
        return F.log_softmax(self.last[0](self.first(x).flatten(1)), 1)


def with_nets():
    bad = BadNet().to(device)
    y = bad(torch.ones(1, 4, device=device))
    F.nll_loss(y, torch.zeros(1, dtype=torch.long, device=device))
    good = GoodNet().to(device)
    y = good(torch.ones(1, 4, device=device))
    F.nll_loss(y, torch.zeros(1, dtype=torch.long, device=device))
    # The result is where the input is, wherever the parts are.
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'nll_loss' may be on different devices: 'y' on cuda, {{.*}} on cpu
    F.nll_loss(y, torch.zeros(1, dtype=torch.long))


def apply(layer, x):
    return layer(x)


def join(a, b):
    return torch.cat([a, b])


def join_if(flag, a, b):
    if flag:
        return torch.cat([a, b])
    return a


def with_functions(flag):
    # CHECK: :[[#@LINE+1]]:9: warning: operands of 'Linear' may be on different devices
    y = apply(nn.Linear(4, 4), torch.ones(1, 4, device=device))
    F.nll_loss(y, torch.zeros(1, device=device))
    y = apply(nn.Linear(4, 4).to(device), torch.ones(1, 4, device=device))
    F.nll_loss(y, torch.zeros(1, device=device))
    # CHECK: :[[#@LINE+1]]:9: warning: operands of 'cat' may be on different devices
    y = join(torch.ones(4), torch.ones(4, device=device))
    F.nll_loss(y, torch.zeros(1, device=device))
    y = join(torch.ones(4, device=device), torch.ones(4, device=device))
    F.nll_loss(y, torch.zeros(1, device=device))
    # The call comes back where the two do not meet.
    # CHECK: :[[#@LINE+1]]:9: warning: operands of 'cat' may be on different devices
    y = join_if(flag, torch.ones(4), torch.ones(4, device=device))
    # CHECK: :[[#@LINE+1]]:5: warning: operands of 'nll_loss' may be on different devices
    F.nll_loss(y, torch.zeros(1, device=device))
