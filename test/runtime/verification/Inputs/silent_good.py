# Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same, repaired."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)
        self.register_buffer("scale", torch.ones(2))
        self.layers = nn.ModuleList([nn.Linear(2, 2)])
        # Stays on the CPU, or moves where it is used: no bug.
        self.index = torch.arange(2)
        self.limit = torch.tensor(3.0)
        self.late = torch.ones(2)

    def forward(self, x):
        return self.fc(x) + self.late.to(x.device)


def discards(device):
    x = torch.randn(64, 4)
    x = x.to(device)
    x.to(torch.float64)
    return x


def keeps_state(device):
    net = nn.Linear(4, 2)
    net.to(device)
    adam = torch.optim.Adam(net.parameters())
    net(torch.ones(1, 4, device=device)).sum().backward()
    adam.step()
    net.to(device)
    return torch.optim.Adagrad(net.parameters())


def trains_copies(device):
    weight = torch.zeros(4, 2).to(device).requires_grad_()
    frozen, unused = nn.Linear(2, 2).requires_grad_(False), nn.Linear(2, 2, device=device)
    optimizer = torch.optim.SGD([weight, *frozen.parameters(), *unused.parameters()], lr=0.1)
    for _ in range(3):
        (torch.ones(2, 4, device=device) @ weight).sum().backward()
        optimizer.step()


def trains(device):
    net = Net().to(device)
    weights = torch.ones(2, device=device)
    batches = torch.randn(5, 8, 4)
    total = torch.zeros((), device=device)
    for batch in batches:
        loss = (net(batch.to(device)) * weights).sum()
        loss.backward()
        total += loss.detach()
    silenced = torch.ones(2)
    silenced.to(device)  # noqa: device-discarded-move
    silenced.to(device)  # device-tidy: ignore[device-discarded-*]
    return total.item()


discards("cuda")
keeps_state("cuda")
trains_copies("cuda")
trains("cuda")
