# A function of the library that is chosen by its name, with the name of one that makes tensors where nobody says
# another, makes one.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Bad(nn.Module):
    def __init__(self, length, window="hann_window"):
        super().__init__()
        self.window = getattr(torch, window)(length)
        # CHECK: :[[@LINE-1]]:23: warning: 'window' is not registered with 'Bad'

    def forward(self, x):
        return x * self.window


class Good(nn.Module):
    def __init__(self, length, window="hann_window"):
        super().__init__()
        self.register_buffer("window", getattr(torch, window)(length))

    def forward(self, x):
        return x * self.window


class Part(nn.Module):
    def __init__(self, length, layer="Linear"):
        super().__init__()
        self.layer = getattr(nn, layer)(length, length)

    def forward(self, x):
        return self.layer(x)


class OfUnknownName(nn.Module):
    def __init__(self, length, window):
        super().__init__()
        self.window = getattr(torch, window)(length)

    def forward(self, x):
        return x * self.window


class OfTensor(nn.Module):
    def __init__(self, weight: torch.Tensor, norm="zeros_like"):
        super().__init__()
        self.norm = getattr(torch, norm)(weight)

    def forward(self, x):
        return x * self.norm
