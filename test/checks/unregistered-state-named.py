# What is said names what the member meets, not the list that holds both; and what moved, not what that gave.
# RUN: not %device_tidy check --isolated --level 1 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
import torch
from torch import nn


class Tuple(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.bad = torch.zeros(4)
        # CHECK: :[[@LINE-1]]:20: warning: 'bad' is not registered with 'Tuple'

    def forward(self, q):
        q = self.lin(q)
        return torch.cat((q, self.bad))
        # CHECK: :[[@LINE-1]]:16: note: 'bad' used with 'q' here


class List(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.bad = torch.zeros(4)
        # CHECK: :[[@LINE-1]]:20: warning: 'bad' is not registered with 'List'

    def forward(self, q):
        return torch.stack([self.bad, self.lin(q)])
        # CHECK: :[[@LINE-1]]:16: note: 'bad' used with 'self.lin(q)' here


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.register_buffer("bad", torch.zeros(4))

    def forward(self, q):
        return torch.stack([self.bad, self.lin(q)])


def moved(x):
    gate = nn.Linear(2, 2)
    gate.to("cuda")
    return gate(x) + torch.zeros(2)
    # CHECK: :[[@LINE-1]]:20: warning: operands of '+' are on different devices: 'gate(x)' on cuda, 'torch.zeros(2)' on cpu
    # CHECK: :[[@LINE-3]]:10: note: 'gate' moved to cuda here
    # CHECK: note: 'torch.zeros(2)' created on cpu here
