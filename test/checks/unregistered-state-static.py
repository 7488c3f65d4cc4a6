# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A static method gets no object, whoever it is called through.
import torch
from torch import Tensor, nn


class Filters(nn.Module):
    def __init__(self, n):
        super().__init__()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'centers' is not registered with 'Filters', so 'to' leaves it on cpu [device-unregistered-state]
        self.centers = self.to_hz(torch.linspace(0, 1, n))

    @staticmethod
    def to_hz(mel):
        return 700 * (10 ** (mel / 2595) - 1)

    def forward(self, x: Tensor):
        return x * self.centers


class RegisteredFilters(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("centers", self.to_hz(torch.linspace(0, 1, n)))

    @staticmethod
    def to_hz(mel):
        return 700 * (10 ** (mel / 2595) - 1)

    def forward(self, x: Tensor):
        return x * self.centers


class HostFilters(nn.Module):
    # Meets numbers, and is moved then.
    def __init__(self, n, rate, factor):
        super().__init__()
        self.rate = rate
        self.factor = factor
        self.centers = self.to_hz(torch.linspace(0, 1, n))

    @staticmethod
    def to_hz(mel):
        return 700 * (10 ** (mel / 2595) - 1)

    def forward(self, x: Tensor):
        return x * (self.centers * (self.rate * self.factor)).to(x.device)
