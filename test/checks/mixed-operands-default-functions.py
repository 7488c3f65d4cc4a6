# A factory that stands where nobody gives another function, as the default of a parameter.
# RUN: not %device_tidy check --isolated --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Bad(nn.Module):
    def __init__(self, window=torch.hann_window):
        super().__init__()
        self.window = window

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:16: warning: operands of 'stft' may be on different devices: 'x' on its caller's device, 'self.window(64)' on cpu
        return torch.stft(x, 64, window=self.window(64), return_complex=True)


class Good(nn.Module):
    def __init__(self, window=torch.hann_window):
        super().__init__()
        self.window = window

    def forward(self, x):
        return torch.stft(x, 64, window=self.window(64, device=x.device), return_complex=True)


def padded(x, fill=torch.zeros):
    return torch.cat([torch.abs(x), fill(3)])


def padded_there(x, fill=torch.zeros):
    return torch.cat([torch.abs(x), fill(3, device=x.device)])


def there(n):
    return torch.zeros(n, device="cuda")


x = torch.ones(3, device="cuda")
# CHECK: :[[#@LINE+1]]:1: warning: operands of 'cat' are on different devices
padded(x)
padded_there(x)
padded(x, lambda n: torch.zeros(n, device="cuda"))
padded(x, there)
