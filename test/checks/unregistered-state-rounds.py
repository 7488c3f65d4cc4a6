# Two lists of layers that meet in a loop.
# RUN: not %device_tidy check --isolated --select device-unregistered-state %s | FileCheck %s --implicit-check-not='warning:'
from torch import nn


class Bad(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = [nn.Linear(2, 2)]
        self.b = [nn.Linear(2, 2)]
        # CHECK: :[[@LINE-2]]:19: warning: 'a' is not registered with 'Bad', so 'to' leaves it on cpu [device-unregistered-state]
        # CHECK: :[[@LINE-2]]:19: warning: 'b' is not registered with 'Bad', so 'to' leaves it on cpu [device-unregistered-state]

    def forward(self, x):
        for l, m in zip(self.a, self.b):
            x = m(l(x))
        return x


class Good(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.ModuleList([nn.Linear(2, 2)])
        self.b = nn.ModuleList([nn.Linear(2, 2)])

    def forward(self, x):
        for l, m in zip(self.a, self.b):
            x = m(l(x))
        return x
