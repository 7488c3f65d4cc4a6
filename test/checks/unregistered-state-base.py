# RUN: not %device_tidy check --isolated --level 2 --select device-unregistered-state --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 %s
# A class that goes on to the forward of a base which nobody has read is a module, rather.
import torch
from elsewhere import Task, Transform
from torch import nn


class BeforeBad(Transform):
    def __init__(self, n):
        # CHECK: :[[#@LINE+1]]:21: warning: 'mask' is not registered with 'BeforeBad', so 'to' leaves it on cpu
        self.mask = torch.zeros(n, 3)
        super().__init__(features=n)

    def forward(self, inputs, context=None):
        return super().forward(inputs, context=context).masked_fill(self.mask == 0, 0.0)


class BehindBad(Transform):
    def __init__(self, n):
        super().__init__(features=n)
        # CHECK: :[[#@LINE+1]]:22: warning: 'scale' is not registered with 'BehindBad', so 'to' leaves it on cpu
        self.scale = torch.ones(n)
        self.scale[0] = 2

    def forward(self, inputs):
        return super().forward(inputs) * self.scale


class Registered(Transform):
    def __init__(self, n):
        super().__init__(features=n)
        self.register_buffer("mask", torch.zeros(n, 3))

    def forward(self, inputs, context=None):
        return super().forward(inputs, context=context).masked_fill(self.mask == 0, 0.0)


class Parameters(Transform):
    def __init__(self, n):
        super().__init__(features=n)
        self.weight = nn.Parameter(torch.zeros(n, 3))
        self.layer = nn.Linear(n, n)

    def forward(self, inputs):
        return super().forward(inputs) * self.weight + self.layer(inputs)


class Brought(Transform):
    def __init__(self, n):
        super().__init__(features=n)
        self.scale = torch.ones(n)

    def forward(self, inputs):
        return super().forward(inputs) * self.scale.to(inputs.device)


class Plain(Task):
    # Nothing says that it is a module.
    def __init__(self, n):
        super().__init__(n)
        self.scale = torch.ones(n)

    def run(self, inputs):
        return super().run(inputs) * self.scale
