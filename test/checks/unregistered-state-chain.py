# RUN: not %device_tidy check --isolated --worlds gpu --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Members that `to` leaves behind meet each other first, on the CPU, and what comes of it meets what has moved.
import torch
from torch import nn


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        # CHECK: :[[#@LINE+1]]:18: warning: 'a' is not registered with 'Two', so 'to' leaves it on cpu
        self.a = torch.ones(2)
        # CHECK: :[[#@LINE+1]]:18: warning: 'b' is not registered with 'Two', so 'to' leaves it on cpu
        self.b = torch.ones(2)

    def forward(self, x):
        y = self.a + self.b
        return self.lin(x) + y


class Three(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        # CHECK: :[[#@LINE+1]]:18: warning: 'a' is not registered
        self.a = torch.ones(2)
        # CHECK: :[[#@LINE+1]]:18: warning: 'b' is not registered
        self.b = torch.ones(2)
        # CHECK: :[[#@LINE+1]]:18: warning: 'c' is not registered
        self.c = torch.ones(2)

    def forward(self, x):
        y = self.a + self.b + self.c
        return self.lin(x) + y


class Three_ok(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        self.register_buffer("a", torch.ones(2))
        self.register_buffer("b", torch.ones(2))
        self.register_buffer("c", torch.ones(2))

    def forward(self, x):
        y = self.a + self.b + self.c
        return self.lin(x) + y


class Moved_ok(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        self.a = torch.ones(2)
        self.b = torch.ones(2)

    def forward(self, x):
        y = self.a + self.b
        return self.lin(x) + y.to(x.device)


class Alone_ok(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        self.a = torch.ones(2)
        self.b = torch.ones(2)

    def forward(self, x):
        y = self.a + self.b
        return self.lin(x), y
