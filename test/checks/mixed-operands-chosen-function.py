# A function of a library that an option chooses: each of them gives what it gives.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn
from torch.nn.utils import spectral_norm, weight_norm

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class A(nn.Module):
    def __init__(self, spectral=False):
        super().__init__()
        norm = weight_norm if spectral == False else spectral_norm
        self.f = norm(nn.Linear(2, 2))

    def forward(self, x):
        return self.f(x)


def wrapped_bad():
    return A().to(device)(torch.zeros(3, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.f' on cuda, 'x' on cpu


def wrapped_good():
    return A().to(device)(torch.zeros(3, 2, device=device))


def made_bad(flag):
    make = torch.zeros if flag else torch.ones
    return make(3) + torch.zeros(3, device="cuda")
    # CHECK: :[[@LINE-1]]:20: warning: operands of '+' may be on different devices: 'make(3)' on cpu, 'torch.zeros(3, device="cuda")' on cuda


def made_good(flag):
    make = torch.zeros if flag else torch.ones
    return make(3, device="cuda") + torch.zeros(3, device="cuda")
