# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# Who asks whether a parameter is None does not believe its annotation.
import torch
from torch import nn


class Masked(nn.Module):
    def forward(self, tokens: torch.Tensor, mask: torch.BoolTensor):
        if mask is None:
            mask = torch.ones(tokens.shape[0], tokens.shape[1]).bool()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'tokens' on its caller's device, 'mask' on cpu [device-mixed-operands]
        return tokens * mask


class MaskedThere(nn.Module):
    def forward(self, tokens: torch.Tensor, mask: torch.BoolTensor):
        if mask is None:
            mask = torch.ones(tokens.shape[0], tokens.shape[1], device=tokens.device).bool()
        return tokens * mask


class Sure(nn.Module):
    def forward(self, tokens: torch.Tensor, mask: torch.BoolTensor):
        assert mask is not None
        return tokens * mask
