# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
# A method gives back the member that another operation meets: the finding says where.
import torch
from torch import nn


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.populate()

    def populate(self):
        pass


class SplatBad(Base):
    def populate(self):
        self.means = nn.Parameter(torch.zeros(10, 3))
        # CHECK: :[[#@LINE+1]]:27: warning: 'background' is not registered with 'SplatBad', so 'to' leaves it on cpu
        self.background = torch.tensor([0.1, 0.5, 0.9])

    def color(self):
        if self.training:
            return torch.rand(3, device=self.means.device)
        # CHECK: :[[#@LINE+1]]:9: note: 'color' returns a tensor on cpu here
        return self.background

    def forward(self, alpha):
        return self.means * alpha + (1 - alpha) * self.color()


class SplatGood(Base):
    def populate(self):
        self.means = nn.Parameter(torch.zeros(10, 3))
        self.background = torch.tensor([0.1, 0.5, 0.9])

    def color(self):
        if self.training:
            return torch.rand(3, device=self.means.device)
        return self.background.to(self.means.device)

    def forward(self, alpha):
        return self.means * alpha + (1 - alpha) * self.color()
