# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# What a method makes of a member, and puts into its place, is where the member was.
import torch
from torch import nn


class Viewed_bad(nn.Module):
    def __init__(self, n):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'table' is not registered with 'Viewed_bad', so 'to' leaves it on cpu [device-unregistered-state]
        self.table = torch.zeros(n, n)

    def forward(self, x):
        self.table = self.table.view(2, -1)
        return self.table * x


class Cut_bad(nn.Module):
    def __init__(self, n):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'table' is not registered with 'Cut_bad', so 'to' leaves it on cpu [device-unregistered-state]
        self.table = torch.zeros(n, n)

    def cut(self, n):
        self.table = self.table[:n].clone()

    def forward(self, x):
        return self.table * x


class Viewed_good(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("table", torch.zeros(n, n))

    def forward(self, x):
        self.table = self.table.view(2, -1)
        return self.table * x


class Moved_good(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.table = torch.zeros(n, n)

    def forward(self, x):
        self.table = self.table.view(2, -1).to(x.device)
        return self.table * x


class Like_good(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.table = torch.zeros(n, n)

    def forward(self, x):
        self.table = self.table.type_as(x)
        return self.table * x


class Other_good(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.table = torch.zeros(n, n)
        self.other = torch.zeros(n, n)

    def fill(self, x):
        self.table = x.view(2, -1)

    def forward(self, x):
        return self.table * x
