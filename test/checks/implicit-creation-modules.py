# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A module that a function makes is on the default device until somebody moves it.
import torch
from torch import Tensor, nn


class Features(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)

    def forward(self, x):
        return self.conv(x)


def distance_bad(a: Tensor, b: Tensor) -> Tensor:
    # CHECK: :[[#@LINE+1]]:11: warning: 'net' is created without a device, so on the default one [device-implicit-creation]
    net = Features()
    return (net(a) - net(b)).pow(2).mean()


def distance_ok(a: Tensor, b: Tensor) -> Tensor:
    net = Features().to(a.device)
    return (net(a) - net(b)).pow(2).mean()


def layer_bad(a: Tensor):
    # CHECK: :[[#@LINE+1]]:12: warning: the result of 'Linear' is created without a device, so on the default one [device-implicit-creation]
    return nn.Linear(2, 2)(a)


def layer_ok(a: Tensor):
    return nn.Linear(2, 2, device=a.device)(a)


def weight_bad(a: Tensor):
    # CHECK: :[[#@LINE+1]]:25: warning: the result of 'Linear' is created without a device, so on the default one [device-implicit-creation]
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    return a @ net[0].weight


def weight_ok(a: Tensor):
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
    net.to(a)
    return a @ net[0].weight


# Without a tensor inside, it is nowhere.
def loss_ok(a: Tensor, b: Tensor):
    return nn.CrossEntropyLoss()(a, b)


# What a layer is given is a tensor.
def untyped_bad(a):
    # CHECK: :[[#@LINE+1]]:11: warning: 'net' is created without a device, so on the default one [device-implicit-creation]
    net = nn.Linear(2, 2)
    return net(a)
