# RUN: not %device_tidy check --isolated --worlds gpu --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What has an element in a list that was given, or is empty where none was, was given.
import torch
from torch import nn


class Deviation(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("sums", torch.zeros(6))

    def forward(self, x):
        return self.sums + x


class Net(nn.Module):
    def __init__(self, metrics=None):
        super().__init__()
        self.layer = nn.Linear(6, 6)
        self.metrics = metrics if metrics is not None else []

    def forward(self, x):
        return [metric(x) for metric in self.metrics]


class Derived(Net):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)


class Registered(nn.Module):
    def __init__(self, metrics=None):
        super().__init__()
        self.layer = nn.Linear(6, 6)
        self.metrics = nn.ModuleList(metrics if metrics is not None else [])

    def forward(self, x):
        return [metric(x) for metric in self.metrics]


def bad(x):
    net = Net([Deviation()]).cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'forward' may be on different devices: 'metric' on cpu, 'x' on cuda
    return net(x.cuda())


def bad_derived(x):
    net = Derived(metrics=[Deviation()]).cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of 'forward' may be on different devices: 'metric' on cpu, 'x' on cuda
    return net(x.cuda())


def good(x):
    net = Net([Deviation().cuda()]).cuda()
    return net(x.cuda())


def good_registered(x):
    net = Registered([Deviation()]).cuda()
    return net(x.cuda())


def total(tensors=None):
    tensors = [] if tensors is None else tensors
    result = torch.zeros(6)
    for t in tensors:
        result = result + t
    return result


def bad_tensors():
    # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' {{.*}} on cpu, 't' on cuda
    return total([torch.ones(6, device="cuda")])


def good_tensors():
    return total([torch.ones(6)]) + total()
