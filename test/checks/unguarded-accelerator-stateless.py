# What has neither parameters nor buffers moves nowhere; a phase is no switch; who gives an index has accelerators.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def stateless_good(x, y):
    loss = nn.LogSoftmax(dim=1).cuda()
    return -(loss(x.to(device)) * y.to(device)).sum()


def stateless_bad(x, y):
    loss = nn.Linear(3, 3).cuda()
    # CHECK: :[[@LINE-1]]:28: warning: 'cuda' needs an accelerator
    return -(loss(x.to(device)) * y.to(device)).sum()


class Norm(nn.Module):
    def forward(self, x):
        if self.training:
            noise = torch.rand(3).cuda()
            # CHECK: :[[@LINE-1]]:35: warning: 'cuda' needs an accelerator
            x = x + noise
        return x


class NormGood(nn.Module):
    def forward(self, x):
        if self.training:
            noise = torch.rand(3, device=x.device)
            x = x + noise
        return x


def given_good(x, gpu):
    if gpu >= 0:
        x = x.to(torch.device("cuda", gpu))
    return x


def on_first(x):
    return given_good(x, 0)


def named_bad(x):
    return x.to(torch.device("cuda", 0))
    # CHECK: :[[@LINE-1]]:14: warning: 'to' needs an accelerator
