# Who annotates a parameter with torch.cuda.device, which is a context, means torch.device.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Given(nn.Module):
    def __init__(self, table, device: torch.cuda.device = "cpu"):
        super().__init__()
        self.a = torch.Tensor(table).to(device)

    def forward(self, k):
        return k @ self.a


class Kept(nn.Module):
    def __init__(self, table, device: torch.cuda.device = "cpu"):
        super().__init__()
        self.a = torch.Tensor(table)
        # CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: 'a' is not registered with 'Kept', so 'to' leaves it on cpu

    def forward(self, k):
        return k @ self.a


Kept([1.0]).to("cuda" if torch.cuda.is_available() else "cpu")
