# Samples, and what an object is made of, are on the host as a rule: of level 3 where a class alone that moves other
# things says that they may be elsewhere.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class PairDataset:
    def __init__(self, device):
        self.net = nn.Linear(3, 3).to(device)

    def mask_good(self, x):
        return x.sum(0) * torch.ones(x.shape[1])


class Pair:
    def __init__(self, device):
        self.net = nn.Linear(3, 3).to(device)

    def mask_bad(self, x):
        return x.sum(0) * torch.ones(x.shape[1])
        # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices


class Diffusion_good:
    def __init__(self, betas, device):
        self.net = nn.Linear(3, 3).to(device)
        alphas = torch.cumprod(1 - betas, dim=0)
        self.before = torch.cat([torch.ones(1), alphas[:-1]])
