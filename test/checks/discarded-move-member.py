# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:
# A member that a constructor was given, or that an unknown call made, may be a module, which moves in place.
import torch
from torch import nn


class Given:
    def __init__(self, estimator, device):
        self.estimator = estimator.to(device).eval()

    def to(self, device):
        self.estimator.to(device)


class Made:
    def __init__(self, make, *args):
        self.func = make(*args)

    def to(self, device):
        if isinstance(self.func, nn.Module):
            self.func.to(device)


class Tensor:
    def __init__(self, n):
        self.weight = torch.zeros(n)

    def bad(self, device):
        self.weight.to(device)
        # CHECK: :[[#@LINE-1]]:21: warning: result of 'to' is discarded; 'self.weight' stays where it was

    def good(self, device):
        self.weight = self.weight.to(device)
