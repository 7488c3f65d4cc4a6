# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy coverage --isolated %s | FileCheck %s --check-prefix=KNOWN
# KNOWN: 100.0 %
# What has met once is in one place, however often it meets again.
import torch
from torch import nn


class Harmonics_bad(nn.Module):
    def forward(self, x, y, z):
        a = x * z + y * x
        b = a * z + a * y
        c = b * x - b * a
        d = c * y + a * b - z
        e = d * a - c * x
        f = e * b + d * c
        g = f * d - e * y
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'g' on its caller's device, 'torch.ones(3)' on cpu [device-mixed-operands]
        return g * torch.ones(3)


class Harmonics_good(nn.Module):
    def forward(self, x, y, z):
        a = x * z + y * x
        b = a * z + a * y
        c = b * x - b * a
        d = c * y + a * b - z
        e = d * a - c * x
        f = e * b + d * c
        g = f * d - e * y
        return g * torch.ones(3, device=x.device)


def polynomial(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
    a = x * z
    b = x * y
    c = a * z + b * x
    d = c * y + a * b
    e = d * x + c * z
    return (e * d + c) * a
