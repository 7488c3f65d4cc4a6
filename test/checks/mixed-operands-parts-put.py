# A part that is put into a module by a name that nobody knows is one of its parts, and where it was made. What it is
# put beside may all be gone.
# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)

    def forward(self, x):
        return self.norm(x)


class Keeps(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.weight, self.bias = layer.weight, layer.bias

    def forward(self, x):
        return x * self.weight + self.bias


def table(model: nn.Module, name):
    model._modules[name] = nn.GroupNorm(2, 4)
    return model


def member(model: nn.Module, name):
    setattr(model, name, nn.GroupNorm(2, 4))
    return model


def member_bad(name):
    model = member(Net().cuda(), name)
    # CHECK-DAG: :[[@LINE+1]]:12: warning: operands of 'BatchNorm1d' may be on different devices: 'self.norm' on cpu
    return model(torch.ones(4, 4, device="cuda"))


def table_bad(name):
    model = table(Net().cuda(), name)
    # CHECK-DAG: :[[@LINE+1]]:12: warning: operands of 'BatchNorm1d' may be on different devices: 'self.norm' on cpu
    return model(torch.ones(4, 4, device="cuda"))


def table_ok(name):
    model = table(Net(), name).cuda()
    return model(torch.ones(4, 4, device="cuda"))


def each_bad():
    model = Net().cuda()
    for name, layer in model.named_children():
        if isinstance(layer, nn.BatchNorm1d):
            model._modules[name] = nn.GroupNorm(2, layer.num_features)
    # CHECK-DAG: :[[@LINE+1]]:12: warning: operands of 'BatchNorm1d' may be on different devices: 'self.norm' on cpu
    return model(torch.ones(4, 4, device="cuda"))


def each_ok():
    model = Net().cuda()
    for name, layer in model.named_children():
        if isinstance(layer, nn.BatchNorm1d):
            model._modules[name] = nn.GroupNorm(2, layer.num_features).to(layer.weight.device)
    return model(torch.ones(4, 4, device="cuda"))


def kept_ok():
    model = Net().cuda()
    for name, layer in model.named_children():
        setattr(model, name, Keeps(layer))
    return model(torch.ones(4, 4, device="cuda"))


def without_state_ok(name):
    model = Net().cuda()
    setattr(model, name, nn.Identity())
    return model(torch.ones(4, 4, device="cuda"))


def moved_afterwards_ok(name):
    model = Net().cuda()
    layer = nn.GroupNorm(2, 4)
    setattr(model, name, layer)
    layer.to("cuda")
    return model(torch.ones(4, 4, device="cuda"))


def taken_afterwards_ok(name):
    model = Net().cuda()
    model._modules[name] = nn.GroupNorm(2, 4)
    model._modules[name].cuda()
    return model(torch.ones(4, 4, device="cuda"))
