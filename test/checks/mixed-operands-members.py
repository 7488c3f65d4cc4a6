# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Members of a module by a path in a string.
import torch
from torch import nn


def parameter():
    net = nn.Linear(2, 2).to("cuda")
    # CHECK: :[[@LINE+1]]:40: warning: operands of '+' are on different devices: 'net.get_parameter("weight")' on cuda, 'torch.ones(2, 2)' on cpu [device-mixed-operands]
    return net.get_parameter("weight") + torch.ones(2, 2)


def parameter_ok():
    net = nn.Linear(2, 2).to("cuda")
    return net.get_parameter("weight") + torch.ones(2, 2, device="cuda")


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(2, 2)
        self.head = nn.Sequential(nn.Linear(2, 2))


def submodule():
    net = Net().to("cuda")
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Linear' are on different devices: {{.*}} on cuda, 'torch.ones(1, 2)' on cpu [device-mixed-operands]
    return net.get_submodule("head.0")(torch.ones(1, 2))


def submodule_ok(name):
    net = Net().to("cuda")
    x = torch.ones(1, 2, device="cuda")
    return net.get_submodule("body")(x), net.get_submodule("head.0")(x), net.get_submodule(name)(torch.ones(1, 2))


# What a class has from its base: the constructor, methods without an object, and what a call of an object is.
class Box:
    def __init__(self, tensor):
        self.tensor = tensor

    @staticmethod
    def make():
        return torch.ones(2, 2)

    def __call__(self, other):
        return self.tensor + other


class Crate(Box):
    pass


def inherited_constructor():
    crate = Crate(torch.ones(2, 2))
    # CHECK: :[[@LINE+1]]:25: warning: operands of '+' are on different devices: 'crate.tensor' on cpu, {{.*}} on cuda [device-mixed-operands]
    return crate.tensor + torch.ones(2, 2, device="cuda")


def inherited_constructor_ok():
    crate = Crate(torch.ones(2, 2, device="cuda"))
    return crate.tensor + torch.ones(2, 2, device="cuda")


def inherited_static():
    # CHECK: :[[@LINE+1]]:25: warning: operands of '+' are on different devices: 'Crate.make()' on cpu, {{.*}} on cuda [device-mixed-operands]
    return Crate.make() + torch.ones(2, 2, device="cuda")


def inherited_static_ok():
    return Crate.make() + torch.ones(2, 2)


def called():
    box = Box(torch.ones(2, 2))
    # CHECK: :[[@LINE+1]]:12: warning: operands of '+' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
    return box(torch.ones(2, 2, device="cuda"))


def called_ok():
    return Box(torch.ones(2, 2, device="cuda"))(torch.ones(2, 2, device="cuda"))
