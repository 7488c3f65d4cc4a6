# What a function gives to one that brings it to a device is elsewhere until then; an array of NumPy is on the host.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader

from somewhere import cluster


def to_device(d, device):
    return {k: v.to(device) for k, v in d.items()}


class Policy:
    def __init__(self, device):
        self.device = device
        self.net = nn.Linear(1, 1).to(self.device)

    def process_good(self, batch):
        out = dict()
        rewards = batch["rewards"][:, :3]
        discounts = torch.pow(0.9, torch.arange(3).float()).unsqueeze(0)
        out["rewards"] = (rewards * discounts).sum(dim=1).unsqueeze(1)
        return to_device(out, self.device)

    def process_bad(self, batch):
        out = dict()
        rewards = batch["rewards"][:, :3]
        discounts = torch.pow(0.9, torch.arange(3).float()).unsqueeze(0)
        # CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: operands of '*' may be on different devices
        out["rewards"] = (rewards * discounts).sum(dim=1).unsqueeze(1)
        return out

    def fill(self, labels, shape):
        new = torch.repeat_interleave(torch.arange(0, shape[0]), 2, dim=0)
        return torch.cat([labels, new], dim=0)

    def cluster_good(self, parts, n):
        found = cluster(parts, n)
        labels = torch.as_tensor(found.labels.astype(np.intc), dtype=torch.long)
        return self.fill(labels, [n, 2]).to(self.device)
