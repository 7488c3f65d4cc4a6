# An object that is no module, and is of one of several classes: a call of its method runs that of each of them.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Simple:
    def reset(self):
        return torch.zeros(3, 2)


class Complex:
    def __init__(self, size):
        self.size = size

    def reset(self):
        return torch.ones(3, self.size)


class There:
    def reset(self):
        return torch.zeros(3, 2, device="cuda")


def make(name):
    if name == "simple":
        return Simple()
    return Complex(2)


def make_other(name):
    if name == "simple":
        return Simple()
    return There()


def returned_bad():
    env = make(input())
    return nn.Linear(2, 2).cuda()(env.reset())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'nn.Linear(2, 2).cuda()' on cuda, 'env.reset()' on cpu


def returned_good():
    env = make(input())
    return nn.Linear(2, 2).cuda()(env.reset().cuda())


def one_of_them_bad():
    return nn.Linear(2, 2).cuda()(make_other(input()).reset())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'nn.Linear(2, 2).cuda()' on cuda, 'make_other(input()).reset()' on cpu


def chosen_bad(flag):
    env = Simple() if flag else Complex(2)
    return nn.Linear(2, 2).cuda()(env.reset())
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'nn.Linear(2, 2).cuda()' on cuda, 'env.reset()' on cpu


def chosen_good(flag):
    env = Simple() if flag else Complex(2)
    return nn.Linear(2, 2).cuda()(env.reset().cuda())


# What happens to one of several by other ways than a call of its methods, nobody follows.
class Holder:
    def __init__(self):
        self.net = nn.Linear(2, 2)

    def run(self, x):
        return self.net(x)


class Other:
    def __init__(self):
        self.net = nn.Linear(2, 2)

    def run(self, x):
        return self.net(x)


def only_called_bad(flag, x):
    holder = Holder() if flag else Other()
    return holder.run(x.cuda())
    # CHECK: :[[@LINE-1]]:19: warning: operands of 'Linear' may be on different devices: 'self.net' on cpu, 'x' on cuda


def moved_good(flag, x):
    holder = Holder() if flag else Other()
    holder.net.cuda()
    return holder.run(x.cuda())


def handed_on_good(flag, x):
    holder = Holder() if flag else Other()
    place(holder)
    return holder.run(x.cuda())


def place(holder):
    holder.net.cuda()
