# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A dictionary of modules, asked by a name that nobody knows: any of them, which do alike if they are of one class and in
# one place. Who moves what it gives moves one of them.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 2)

    def forward(self, x):
        return self.fc(x)


def pick(nets, name):
    return nets[name]


def asked_bad(x, name):
    nets = {"a": None, "b": None}
    nets["a"] = Net()
    nets["b"] = Net()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda
    return nets[name](x.to("cuda"))


def asked_good(x, name):
    nets = {"a": None, "b": None}
    nets["a"] = Net().to("cuda")
    nets["b"] = Net().to("cuda")
    return nets[name](x.to("cuda"))


def moved_good(x, name):
    nets = {"a": Net(), "b": Net()}
    nets[name].to("cuda")
    return nets[name](x.to("cuda"))


# The name may be "b".
def picked_good(x, name):
    nets = {"a": Net(), "b": Net()}
    pick(nets, name).to("cuda")
    return nets["b"](x.to("cuda"))


class Held:
    def __init__(self):
        self.nets = {"a": Net(), "b": Net()}

    def run(self, x, name):
        return self.nets[name](x.to("cuda"))


class Moved:
    def __init__(self):
        self.nets = {"a": Net(), "b": Net()}
        for name in self.nets:
            self.nets[name].to("cuda")

    def run(self, x, name):
        return self.nets[name](x.to("cuda"))


def held_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'self.fc' on cpu, 'x' on cuda
    return Held().run(x, "a")


def held_good(x):
    return Moved().run(x, "a")
