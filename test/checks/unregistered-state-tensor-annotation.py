# Who annotates a parameter with torch.tensor, a function, means torch.Tensor.
# RUN: not %device_tidy check --isolated --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
import torch.nn.functional as F
from torch import nn


class PreEmphasis(nn.Module):
    def __init__(self):
        super().__init__()
        self.kernel = torch.FloatTensor([-0.97, 1.0]).unsqueeze(0).unsqueeze(0)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: 'kernel' is not registered with 'PreEmphasis'

    def forward(self, x: torch.tensor):
        return F.conv1d(x.unsqueeze(1), self.kernel)


class Registered(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kernel", torch.FloatTensor([-0.97, 1.0]).unsqueeze(0).unsqueeze(0))

    def forward(self, x: torch.tensor):
        return F.conv1d(x.unsqueeze(1), self.kernel)
