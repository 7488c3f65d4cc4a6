# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs through, and is wrong or slow in each of these ways."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.scale = torch.ones(2)
        self.layers = [nn.Linear(2, 2)]

    def forward(self, x):
        return self.fc(x)


def discards(device):
    x = torch.randn(64, 4)
    x.to(device)
    return x


def keeps_state(device):
    net = nn.Linear(4, 2)
    adagrad = torch.optim.Adagrad(net.parameters())
    net.to(device)
    return adagrad


def trains_copies(device):
    weight = torch.zeros(4, 2, requires_grad=True)
    optimizer = torch.optim.SGD([weight], lr=0.1)
    weight = weight.to(device).detach().requires_grad_()
    for _ in range(3):
        (torch.ones(2, 4, device=device) @ weight).sum().backward()
        optimizer.step()


def trains(device):
    net = Net().to(device)
    weights = torch.ones(2)
    batches = torch.randn(20, 8, 4, device=device)
    total = 0.0
    for batch in batches:
        loss = (net(batch) * weights.to(device)).sum()
        loss.backward()
        total += loss.item()
        if loss > 1e6:
            break
    return total


discards("cuda")
keeps_state("cuda")
trains_copies("cuda")
trains("cuda")
