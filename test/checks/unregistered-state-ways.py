# RUN: not %device_tidy check --isolated --level 2 --output-format full %s | FileCheck %s --implicit-check-not=warning:
# A member that is registered on some ways through the constructor and not on others: what is shown is the value that is
# not registered, however both compare.
import torch
from torch import nn


class BufferFirst(nn.Module):
    def __init__(self, fixed: bool):
        super().__init__()
        if fixed:
            self.register_buffer("table", torch.ones(3))
        else:
            # CHECK: :[[#@LINE+1]]:26: warning: 'table' is not registered with 'BufferFirst', so 'to' leaves it on cpu [device-unregistered-state]
            self.table = torch.zeros(3)

    def forward(self, x: torch.Tensor):
        # CHECK: note: 'table' used with 'x' here
        # CHECK-NOT: note: 'table' created {{.*}}
        return x + self.table


class BufferLast(nn.Module):
    def __init__(self, fixed: bool):
        super().__init__()
        if not fixed:
            # CHECK: :[[#@LINE+1]]:26: warning: 'table' is not registered with 'BufferLast', so 'to' leaves it on cpu [device-unregistered-state]
            self.table = torch.zeros(3)
        else:
            self.register_buffer("table", torch.ones(3))

    def forward(self, x: torch.Tensor):
        return x + self.table


class BufferOnAll(nn.Module):
    def __init__(self, fixed: bool):
        super().__init__()
        if fixed:
            self.register_buffer("table", torch.ones(3))
        else:
            self.register_buffer("table", torch.zeros(3))

    def forward(self, x: torch.Tensor):
        return x + self.table


class Given(nn.Module):
    """What a caller gives in the place of a parameter is rather one, too."""

    def __init__(self, sites=None):
        super().__init__()
        if sites is not None:
            self.sites = sites
        else:
            self.sites = nn.Parameter(torch.randn(3))

    def forward(self, x: torch.Tensor):
        return x * self.sites


class GivenTensor(nn.Module):
    def __init__(self, sites: torch.Tensor, own: bool):
        super().__init__()
        if own:
            self.sites = nn.Parameter(torch.randn(3))
        else:
            # CHECK: :[[#@LINE+1]]:26: warning: 'sites' is not registered with 'GivenTensor', so 'to' leaves it where it is [device-unregistered-state]
            self.sites = sites

    def forward(self, x: torch.Tensor):
        return x * self.sites
        # CHECK-NOT: note: 'sites' created {{.*}}


class GivenTensorFirst(nn.Module):
    def __init__(self, sites: torch.Tensor, own: bool):
        super().__init__()
        if not own:
            # CHECK: :[[#@LINE+1]]:26: warning: 'sites' is not registered with 'GivenTensorFirst', so 'to' leaves it where it is [device-unregistered-state]
            self.sites = sites
        else:
            self.sites = nn.Parameter(torch.randn(3))

    def forward(self, x: torch.Tensor):
        return x * self.sites


class LearnedLast(nn.Module):
    def __init__(self, classes: int, learned: bool):
        super().__init__()
        self.set_margins(classes, learned)

    def set_margins(self, classes: int, learned: bool):
        # CHECK: :[[#@LINE+1]]:24: warning: 'margins' is not registered with 'LearnedLast', so 'to' leaves it on cpu [device-unregistered-state]
        self.margins = torch.ones(classes)
        if learned:
            self.margins = nn.Parameter(self.margins)

    def forward(self, x: torch.Tensor):
        return x + self.margins


class LearnedElse(nn.Module):
    def __init__(self, fixed: bool):
        super().__init__()
        if fixed:
            # CHECK: :[[#@LINE+1]]:28: warning: 'margins' is not registered with 'LearnedElse', so 'to' leaves it on cpu [device-unregistered-state]
            self.margins = torch.ones(3)
        else:
            self.margins = nn.Parameter(torch.zeros(3))

    def forward(self, x: torch.Tensor):
        return x + self.margins


class LearnedAlways(nn.Module):
    def __init__(self, classes: int):
        super().__init__()
        self.margins = torch.ones(classes)
        self.margins = nn.Parameter(self.margins)

    def forward(self, x: torch.Tensor):
        return x + self.margins
