# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# One of two objects, of which one was made here, holds what either holds.
from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Rays:
    origins: torch.Tensor

    @classmethod
    def mock(cls):
        return Rays(origins=torch.ones((1, 3)))

    @classmethod
    def mock_at(cls, device):
        return Rays(origins=torch.ones((1, 3), device=device))


class FieldBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)

    def forward(self, rays: Rays):
        if not rays.origins.any():
            rays = Rays.mock()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.net' on the module's device, 'rays.origins' on cpu [device-mixed-operands]
        return self.net(rays.origins)


class FieldGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 3)

    def forward(self, rays: Rays):
        if not rays.origins.any():
            rays = Rays.mock_at(rays.origins.device)
        return self.net(rays.origins)


def chosen_bad(device, x, flag):
    x = x.to(device)
    if flag:
        rays = Rays(torch.ones(3))
    else:
        rays = Rays(torch.ones(3, device=device))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: {{.*}} on cpu{{.*}} [device-mixed-operands]
    return x + rays.origins


def chosen_good(device, x, flag):
    x = x.to(device)
    if flag:
        rays = Rays(torch.ones(3).to(device))
    else:
        rays = Rays(torch.ones(3, device=device))
    return x + rays.origins


class Cell:
    def __init__(self):
        self.held = torch.ones(3)

    def move(self, device):
        self.held = self.held.to(device)


def moved_good(device, x, flag):
    # Somebody may write to it, by whatever name.
    x = x.to(device)
    a = Cell()
    b = a if flag else Cell()
    b.move(device)
    a.move(device)
    return x + b.held
