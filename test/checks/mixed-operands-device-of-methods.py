# A member that one method of a module takes for a device is one for the others.
# RUN: not %device_tidy check --isolated --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Bad(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device

    def tokens(self):
        return torch.tensor([1, 2]).to(self.device)

    def forward(self):
        # CHECK: :[[#@LINE+1]]:30: warning: operands of '+' may be on different devices: 'self.tokens()' on 'device', 'torch.ones(2)' on cpu
        return self.tokens() + torch.ones(2)


class Good(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.device = device

    def tokens(self):
        return torch.tensor([1, 2]).to(self.device)

    def forward(self):
        return self.tokens() + torch.ones(2, device=self.device)


class Scaled(nn.Module):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale

    def scaled(self):
        return torch.tensor([1, 2]) * self.scale

    def forward(self):
        return self.scaled() + torch.ones(2)
