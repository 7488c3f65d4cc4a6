# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What is kept for a device is found for that device alone.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.cache = {}

    def forward(self, x):
        if x.device not in self.cache:
            self.cache[x.device] = torch.zeros(3, device=x.device)
        return x * self.w + self.cache[x.device]


class Asking(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.cache = {}

    def forward(self, x):
        kept = self.cache.get(x.device)
        if kept is None:
            kept = self.cache[x.device] = torch.zeros(3, device=x.device)
        return x * self.w + kept


class One(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.kept = None

    def forward(self, x):
        if self.kept is None:
            self.kept = torch.zeros(3, device=x.device)
        return x * self.w + self.kept


def cache_good():
    net = Net()
    net(torch.rand(3))
    net = net.cuda()
    return net(torch.rand(3).cuda())


def asking_good():
    net = Asking()
    net(torch.rand(3))
    net = net.cuda()
    return net(torch.rand(3).cuda())


def one_bad():
    net = One()
    net(torch.rand(3))
    net = net.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x * self.w' on cuda, 'self.kept' on cpu
    return net(torch.rand(3).cuda())
