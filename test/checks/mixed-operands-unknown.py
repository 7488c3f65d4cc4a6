# What is not known of an operand, and what is known nevertheless.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import math

import torch
from torch import nn
from torch.nn import functional as F


class Positions(nn.Module):
    def __init__(self, dim, scale):
        super().__init__()
        self.dim = dim
        self.scale = scale

    # A number of unknown value changes nothing about where a tensor with dimensions is.
    def forward(self, x):
        half = self.dim // 2
        step = math.log(10000) / (half - 1)
        table = torch.exp(torch.arange(half) * -step)
        # CHECK: :[[@LINE+1]]:27: warning: operands of '*' may be on different devices: 'x[:, None]' on its caller's device, 'table[None, :]' on cpu [device-mixed-operands]
        return x[:, None] * table[None, :]


class Good(Positions):
    def forward(self, x):
        half = self.dim // 2
        step = math.log(10000) / (half - 1)
        table = torch.exp(torch.arange(half, device=x.device) * -step)
        return x[:, None] * table[None, :]


class Attention(nn.Module):
    # None is no operand, and a size is none.
    def attend(self, q: torch.Tensor, mask: torch.Tensor = None):
        if q.shape[-1] < 3:
            return q
        return F.scaled_dot_product_attention(q, q, q, attn_mask=mask)

    def forward(self, x: torch.Tensor):
        return self.attend(x)


class Built(nn.Module):
    # Nobody has moved a module that is still being made.
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU())
        self.head = nn.Linear(self.features(), 2)

    def features(self):
        return self.layers(torch.zeros(1, 3, 8, 8)).numel()

    def late(self):
        # CHECK: :[[@LINE+1]]:16: warning: operands of 'Sequential' may be on different devices: 'self.layers' on the module's device, 'torch.zeros(1, 3, 8, 8)' on cpu [device-mixed-operands]
        return self.layers(torch.zeros(1, 3, 8, 8))


class Stateless(nn.Module):
    # These have nothing to move; CTCLoss brings the targets to its input.
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.1)
        self.loss = nn.CTCLoss()

    def mask(self):
        return self.drop(torch.ones(2, 3))

    def forward(self, x, lengths):
        return self.loss(x, torch.zeros(3, 4), lengths, lengths)


def bound_method(x):
    mean = x.mean
    return mean(axis=None)


# A loss of unknown type has nothing that moves, and its sizes may stay on the CPU; a model is asked for what it has.
def validate_ok(criterion, model, loader, device: torch.device):
    model.eval()
    for images, labels in loader:
        output = model(images.to(device))
        sizes = torch.IntTensor([output.size(1)])
        criterion(output, labels.to(device), sizes)


def validate_bad(model, loader, device: torch.device):
    model.eval()
    for images, labels in loader:
        sizes = torch.IntTensor([4])
        model(images.to(device), labels, sizes)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'forward' may be on different devices: 'model' on its caller's device, 'sizes' on cpu
