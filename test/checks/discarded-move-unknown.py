# What was moved, and is then used as only tensors are, is no module.
# RUN: not %device_tidy check --isolated --output-format concise --select device-discarded-move %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def tensor_bad(registry, name):
    t = registry[name].cpu()
    t.cuda()
    return t + 1
    # CHECK: :[[@LINE-2]]:7: warning: result of 'cuda' is discarded


def tensor_ok(registry, name):
    t = registry[name].cpu()
    t = t.cuda()
    return t + 1


def module_ok(registry, name):
    t = registry[name].cpu()
    t.cuda()
    return t(1)


# What a function of the program, or the forward of a class, can only use as a tensor, is one.


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)

    def forward(self, x):
        return self.fc(x)


def batch_bad(model: Regressor, loader, device):
    for seq, target in loader:
        seq.to(device)
        # CHECK: :[[@LINE-1]]:13: warning: result of 'to' is discarded
        yield model(seq), target


def batch_ok(model: Regressor, loader, device):
    for seq, target in loader:
        seq = seq.to(device)
        yield model(seq), target


def untested(x, weight=None):
    return torch.relu(x) if weight is None else torch.relu(x) * torch.relu(weight)


def optional_ok(config, device):
    config.weight.to(device)
    return untested(torch.ones(2), config.weight)
