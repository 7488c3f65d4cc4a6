# Who leaves a parameter that is an accelerator by default needs one, beside a device that falls back.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --check-prefix=FULL
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Net(nn.Module):
    def __init__(self, size=128, device="cuda"):
        super().__init__()
        self.layer = nn.Linear(size, 1)
        self.to(device)

    def forward(self, x):
        return self.layer(x)


class Named(nn.Module):
    def __init__(self, size=128, device="cuda"):
        super().__init__()
        self.layer = nn.Linear(size, 1)
        self.name = device


def noise(n, device="cuda"):
    return torch.randn(n, device=device)


def falls_back(n, device="cuda"):
    if not torch.cuda.is_available():
        device = "cpu"
    return torch.randn(n, device=device)


def bad():
    return Net()
    # CHECK: :[[@LINE-1]]:12: warning: 'Net' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
    # FULL: {{.*}}.py:11:{{[0-9]+}}: note: cuda named here


def bad_function(x):
    return x.to(device) + noise(4).to(device)
    # CHECK: :[[@LINE-1]]:27: warning: 'noise' needs an accelerator


def good(options):
    # Whoever says where, by position or by name, or in what is merged into the call.
    return Net(128, device), Net(device=device), Net(**options), Named(), falls_back(4)


def good_guarded():
    if torch.cuda.is_available():
        return Net()
    return Net(device="cpu")


def good_switch(use_cuda):
    if use_cuda:
        return noise(4)
    return noise(4, "cpu")
