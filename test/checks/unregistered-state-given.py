# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A tensor that the constructor is given: `to` of the module leaves it where the caller had it.
from typing import Optional, Union

import torch
from torch import Tensor, nn


class Append(nn.Module):
    def __init__(self, features: Tensor):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:25: warning: 'features' is not registered with 'Append', so 'to' leaves it where it is [device-unregistered-state]
        self.features = features

    def forward(self, x: Tensor):
        return torch.cat([x, self.features.expand(x.shape[0], -1)], dim=-1)


class RegisteredAppend(nn.Module):
    def __init__(self, features: Tensor):
        super().__init__()
        self.register_buffer("features", features)

    def forward(self, x: Tensor):
        return torch.cat([x, self.features.expand(x.shape[0], -1)], dim=-1)


class MovingAppend(nn.Module):
    def __init__(self, features: Tensor):
        super().__init__()
        self.features = features

    def forward(self, x: Tensor):
        return torch.cat([x, self.features.to(x.device).expand(x.shape[0], -1)], dim=-1)


class Select(nn.Module):
    def __init__(self, dims=None):
        super().__init__()
        if dims is not None and not torch.is_tensor(dims):
            dims = torch.tensor(dims, dtype=torch.long)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'dims' is not registered with 'Select', so 'to' leaves it on cpu [device-unregistered-state]
        self.dims = dims

    def forward(self, x: Tensor):
        return x if self.dims is None else x.index_select(-1, self.dims)


class RegisteredSelect(nn.Module):
    def __init__(self, dims=None):
        super().__init__()
        if dims is not None and not torch.is_tensor(dims):
            dims = torch.tensor(dims, dtype=torch.long)
        self.register_buffer("dims", dims)

    def forward(self, x: Tensor):
        return x if self.dims is None else x.index_select(-1, self.dims)


class Threshold(nn.Module):
    # A number in a tensor fits anywhere.
    def __init__(self, least: Optional[Union[Tensor, float]] = None):
        super().__init__()
        self.least = least if isinstance(least, Tensor) else torch.tensor(least)

    def forward(self, x: Tensor):
        return x > self.least


class Weighted(nn.Module):
    # Where the default is a parameter, what takes its place is rather one, too.
    def __init__(self, weights=None):
        super().__init__()
        self.weights = weights if weights is not None else nn.Parameter(torch.ones(3))

    def forward(self, x: Tensor):
        return x * self.weights


class NumberOrBuffer(nn.Module):
    # A number need not be registered, and a buffer is.
    def __init__(self, scale=1.0, learned=False):
        super().__init__()
        self.net = nn.Linear(2, 2)
        if not learned:
            self.scale = scale
        else:
            self.register_buffer("scale", torch.tensor([scale]))

    def forward(self, x):
        return self.scale * self.net(x)


class NumberOrTensor(nn.Module):
    def __init__(self, scale=1.0, learned=False):
        super().__init__()
        self.net = nn.Linear(2, 2)
        if not learned:
            self.scale = scale
        else:
            self.scale = torch.tensor([scale])
        # CHECK: :[[#@LINE-1]]:{{.*}} warning: 'scale' is not registered with 'NumberOrTensor', so 'to' leaves it on cpu [device-unregistered-state]

    def forward(self, x):
        return self.scale * self.net(x)
