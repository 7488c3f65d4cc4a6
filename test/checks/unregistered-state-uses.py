# What a member is used for says whether anything fails: an index on the CPU fits everything, and nobody knows what a
# callable of unknown type does with it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class IndexOk(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.rows = torch.arange(n)
        self.layer = nn.Linear(n, n)

    def forward(self, x):
        return self.layer(x)[:, self.rows]


class IndexedBad(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.rows = torch.arange(n)
        # CHECK: :[[@LINE-1]]:21: warning: 'rows' is not registered with 'IndexedBad', so 'to' leaves it on cpu
        self.layer = nn.Linear(n, n)

    def forward(self, x):
        return self.rows[self.layer(x).argmax(-1)]


class HandedOk(nn.Module):
    def __init__(self, report):
        super().__init__()
        self.register_buffer("rows", torch.zeros(3))
        self.sizes = torch.zeros(3)
        self.report = report

    def forward(self, x):
        self.report(rows=self.rows, sizes=self.sizes)
        return x


class MeetsBad(nn.Module):
    def __init__(self, report):
        super().__init__()
        self.register_buffer("rows", torch.zeros(3))
        self.sizes = torch.zeros(3)
        # CHECK: :[[@LINE-1]]:22: warning: 'sizes' is not registered with 'MeetsBad', so 'to' leaves it on cpu
        self.report = report

    def forward(self, x):
        self.report(rows=self.rows + self.sizes)
        return x


# An empty tensor stands for a parameter that is made later.
class PlaceholderOk(nn.Module):
    def __init__(self, learned=True):
        super().__init__()
        self.table = torch.empty(0)
        if learned:
            self.build()

    def build(self):
        self.table = nn.Parameter(torch.rand(8, 2))

    def forward(self, i):
        return i @ self.table


class TableBad(nn.Module):
    def __init__(self, learned=True):
        super().__init__()
        self.table = torch.ones(8, 2)
        # CHECK: :[[@LINE-1]]:22: warning: 'table' is not registered with 'TableBad', so 'to' leaves it on cpu
        if learned:
            self.build()

    def build(self):
        self.table = nn.Parameter(torch.rand(8, 2))

    def forward(self, i):
        return i @ self.table


# Numbers that are no sizes.
class RangeBad(nn.Module):
    def __init__(self, learned=True):
        super().__init__()
        self.table = torch.linspace(0, 1, 4)
        # CHECK: :[[@LINE-1]]:22: warning: 'table' is not registered with 'RangeBad', so 'to' leaves it on cpu
        if learned:
            self.table = nn.Parameter(torch.rand(4))

    def forward(self, i):
        return i @ self.table


class EmptyOk(nn.Module):
    def __init__(self, learned=True):
        super().__init__()
        self.table = torch.empty((0, 2))
        self.other = torch.tensor([[], []])
        if learned:
            self.table = nn.Parameter(torch.rand(4))
            self.other = nn.Parameter(torch.rand(4))

    def forward(self, i):
        return i @ self.table + i @ self.other
