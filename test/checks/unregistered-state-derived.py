# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# The constructor of a base leaves work to a method; that of the object's class runs.
import torch
from torch import nn


class Scene(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        self.populate()

    def populate(self):
        pass


class Splats_bad(Scene):
    def populate(self):
        self.means = nn.Parameter(torch.zeros(self.count, 3))
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'background' is not registered with 'Splats_bad', so 'to' leaves it on cpu [device-unregistered-state]
        self.background = torch.tensor([0.1, 0.5, 0.9])

    def forward(self, alpha):
        return self.means * alpha + self.background


class Splats_good(Scene):
    def populate(self):
        self.means = nn.Parameter(torch.zeros(self.count, 3))
        self.register_buffer("background", torch.tensor([0.1, 0.5, 0.9]))

    def forward(self, alpha):
        return self.means * alpha + self.background


class Lights_bad(Splats_good):
    def populate(self):
        super().populate()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'light' is not registered with 'Lights_bad', so 'to' leaves it on cpu [device-unregistered-state]
        self.light = torch.ones(3)

    def lit(self):
        return self.means * self.light


class Lights_good(Splats_good):
    def populate(self):
        super().populate()
        self.light = torch.ones(3)

    def lit(self):
        return self.means * self.light.to(self.means)


class Later_good(Scene):
    # No constructor runs it: who calls it may do so after the move.
    def prepare(self, device):
        self.table = torch.ones(3, device=device)

    def forward(self, x):
        return x * self.table
