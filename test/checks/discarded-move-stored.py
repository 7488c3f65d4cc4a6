# RUN: not %device_tidy check --isolated --level 1 --select device-discarded-move --output-format full %s | FileCheck %s
# Where the result of a move cannot be stored in what was moved, no repair says so.
from dataclasses import dataclass
from typing import NamedTuple

import torch


class WithSetter:
    def __init__(self):
        self._table = torch.zeros(3)

    @property
    def table(self):
        return self._table

    @table.setter
    def table(self, value):
        self._table = value

    def move(self, device):
        # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: result of 'to' is discarded
        # CHECK: fix: assign the result to 'self.table'
        self.table.to(device)


@dataclass
class Open:
    table: torch.Tensor

    def move(self, device):
        # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: result of 'to' is discarded
        # CHECK: fix: assign the result to 'self.table'
        self.table.to(device)


class Slotted:
    __slots__ = ("table",)

    def __init__(self):
        self.table = torch.zeros(3)

    def move(self, device):
        # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: result of 'to' is discarded
        # CHECK: fix: assign the result to 'self.table'
        self.table.to(device)


def read_in_loop(device):
    total = 0
    for table in [torch.zeros(3), torch.ones(3)]:
        # CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: result of 'to' is discarded
        # CHECK: fix: assign the result to 'table'
        table.to(device)
        total = total + table.sum()
    return total


# CHECK-NOT: fix:
class WithoutSetter:
    def __init__(self):
        self._table = torch.zeros(3)

    @property
    def table(self):
        return self._table

    def move(self, device):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: result of 'to' is discarded
        self.table.to(device)


class Pair(NamedTuple):
    table: torch.Tensor

    def move(self, device):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: result of 'to' is discarded
        self.table.to(device)


@dataclass(frozen=True)
class Frozen:
    table: torch.Tensor

    def move(self, device):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: result of 'to' is discarded
        self.table.to(device)


def move_of_others(pair: Pair, frozen: Frozen, device):
    # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: result of 'to' is discarded
    pair.table.to(device)
    # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: result of 'to' is discarded
    frozen.table.to(device)


def dropped_in_loop(device):
    tables = [torch.zeros(3), torch.ones(3)]
    for table in tables:
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: result of 'to' is discarded
        table.to(device)
    return tables
