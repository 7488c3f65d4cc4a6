# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-mixed-operands %s | FileCheck %s --check-prefix=LIKELY
# A parameter that is declared to take a number as well is no tensor for sure: who gives a number is right.
from typing import Optional, Union

import torch
from torch import Tensor, nn


class TensorBad(nn.Module):
    def forward(self, x: Tensor):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices: 'x' on its caller's device
        return x * torch.ones(3)


class UnionGood(nn.Module):
    def forward(self, x: Union[float, Tensor]):
        # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices: 'x' on its caller's device
        return x * torch.ones(3)


class BarGood(nn.Module):
    def forward(self, x: "float | Tensor"):
        # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices
        return x * torch.ones(3)


class OptionalGood(nn.Module):
    def forward(self, x: Optional[Union[Tensor, int]]):
        # LIKELY: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices
        return x * torch.ones(3)


class OptionalBad(nn.Module):
    def forward(self, x: Optional[Tensor]):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices
        return x * torch.ones(3)


# What only a tensor has, and who asks, say which it is.
class ShapeBad(nn.Module):
    def forward(self, x: Union[float, Tensor]):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices
        return x * torch.ones(x.shape)


class AskedBad(nn.Module):
    def forward(self, x: Union[float, Tensor]):
        if isinstance(x, Tensor):
            # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices
            return x * torch.ones(3)
        return torch.ones(3) * x


# A caller that gives a tensor says so.
class Scaled(nn.Module):
    def forward(self, x: Union[float, Tensor]):
        # CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices
        return x * torch.ones(3)


def given():
    return Scaled()(torch.ones(3, device="cuda" if torch.cuda.is_available() else "cpu"))
