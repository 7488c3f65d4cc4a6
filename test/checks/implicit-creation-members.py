# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A member of a class that is no module: nothing moves it.
import torch
from torch import Tensor


class Average:
    def __init__(self, n):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: the result of 'linspace' is created without a device, so on the default one [device-implicit-creation]
        weights = torch.exp(torch.linspace(-1, 0, n))
        self.weights = weights / weights.sum()

    def __call__(self, values: Tensor):
        return (values * self.weights).sum(dim=0)

    def last(self, values: Tensor):
        return values[-1] * self.weights


class AverageThere:
    def __init__(self, n):
        weights = torch.exp(torch.linspace(-1, 0, n))
        self.weights = weights / weights.sum()

    def __call__(self, values: Tensor):
        return (values * self.weights.to(values)).sum(dim=0)


class AverageOn:
    def __init__(self, n, device):
        weights = torch.exp(torch.linspace(-1, 0, n, device=device))
        self.weights = weights / weights.sum()

    def __call__(self, values: Tensor):
        return (values * self.weights).sum(dim=0)


class AverageMoved:
    def __init__(self, n):
        self.weights = torch.linspace(-1, 0, n)

    def to(self, device):
        self.weights = self.weights.to(device)
        return self

    def __call__(self, values: Tensor):
        return (values * self.weights).sum(dim=0)


class Scale:
    # A number in a tensor fits anywhere.
    def __init__(self):
        self.scale = torch.tensor(0.5)

    def __call__(self, values: Tensor):
        return values * self.scale
