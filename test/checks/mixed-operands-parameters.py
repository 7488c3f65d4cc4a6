# The device of a module is asked of its parameters, with an answer for a module that has none.
# RUN: not %device_tidy check --isolated --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def device_of(module: nn.Module):
    try:
        return next(module.parameters()).device
    except StopIteration:
        return torch.device("cpu")


class Policy(nn.Module):
    def __init__(self, net: nn.Module):
        super().__init__()
        self.net = net

    @property
    def device(self):
        try:
            return next(self.parameters()).device
        except StopIteration as end:
            return torch.device("cpu")

    def forward_good(self, x):
        return self.net(x) + torch.zeros(3, device=self.device)

    def forward_bad(self, x):
        return self.net(x) + torch.zeros(3)
        # CHECK: :[[@LINE-1]]:{{.*}} operands of '+' may be on different devices


def run_good(model: nn.Module, x: torch.Tensor):
    device = device_of(model)
    return model(x.to(device)) + torch.zeros(3, device=device)


def run_bad(model: nn.Module, x: torch.Tensor):
    device = device_of(model)
    return model(x.to(device)) + torch.zeros(3)
    # CHECK: :[[@LINE-1]]:{{.*}} operands of '+' may be on different devices


# A loop over parameters ends.
def guarded_good(model: nn.Module):
    for parameter in model.parameters():
        parameter.requires_grad_(False)
    return model(torch.zeros(3, device=device_of(model)))


def batches_good(model: nn.Module, loader: torch.utils.data.DataLoader):
    model.cuda()
    batches = iter(loader)
    while True:
        try:
            x, y = next(batches)
        except StopIteration:
            batches = iter(loader)
            x, y = next(batches)
        model(x.cuda())


def batches_bad(model: nn.Module, loader: torch.utils.data.DataLoader):
    model.cuda()
    batches = iter(loader)
    while True:
        try:
            x, y = next(batches)
        except StopIteration:
            batches = iter(loader)
            x, y = next(batches)
        model(x)
        # CHECK: :[[@LINE-1]]:{{.*}} operands of 'forward' are on different devices


# An average of the weights, by their names.
def average_bad():
    model = nn.Linear(2, 2)
    shadow = {}
    for name, p in model.named_parameters():
        shadow[name] = p.data.clone()
    model.cuda()
    for name, p in model.named_parameters():
        shadow[name] = 0.1 * p.data + 0.9 * shadow[name]
        # CHECK: :[[@LINE-1]]:37: warning: operands of '+' are on different devices: '0.1 * p.data' on cuda, '0.9 * shadow[name]' on cpu


def average_ok():
    model = nn.Linear(2, 2).cuda()
    shadow = {}
    for name, p in model.named_parameters():
        shadow[name] = p.data.clone()
    for name, p in model.named_parameters():
        shadow[name] = 0.1 * p.data + 0.9 * shadow[name]
