# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --output-format concise %s | count 0
# What a part that nobody reads makes of the input is where the input is, and that is where the module was moved.
import torch
from torch import nn


class PosteriorBad(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'w' is not registered with 'PosteriorBad', so 'to' leaves it on cpu [device-unregistered-state]
        self.w = torch.randn(3, 4)

    def forward(self, x):
        post = self.model.posterior(x)
        return post.variance.sqrt() * self.w


class PosteriorGood(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.w = torch.randn(3, 4)

    def forward(self, x):
        post = self.model.posterior(x)
        return post.variance.sqrt() * self.w.to(x)


class CountedGood(nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.names = torch.arange(4)

    def forward(self, x):
        # No input is in it.
        return self.model.posterior() + self.names.sum()
