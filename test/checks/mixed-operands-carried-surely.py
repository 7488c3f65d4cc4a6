# What a constructor has made a part of the module moves along with it; what it may have made one may be anywhere; what
# it keeps past registration stays.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import copy
import torch
from torch import nn


class Part(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.cuda()


class Average(nn.Module):
    def __init__(self, net, inplace=False):
        super().__init__()
        self.net = net if inplace else copy.deepcopy(net)
        self.cuda()


class Copied(nn.Module):
    def __init__(self, net, share=False):
        super().__init__()
        if not share:
            net = copy.deepcopy(net)
        self.net = net
        self.cuda()


class Beside(nn.Module):
    def __init__(self, net):
        super().__init__()
        object.__setattr__(self, "net", net)
        self.head = nn.Linear(3, 3)
        self.cuda()


class InTable(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.__dict__["net"] = net
        self.head = nn.Linear(3, 3)
        self.cuda()


class Hidden(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.teacher = net
        self.cuda()

    @property
    def teacher(self):
        return self._t[0]

    @teacher.setter
    def teacher(self, net):
        self._t = [net]


class Choosing(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.teacher = net
        self.head = nn.Linear(3, 3)
        self.cuda()

    def __setattr__(self, name, value):
        if name == "teacher":
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)


class Dropped(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net
        del self.net
        self.head = nn.Linear(3, 3)
        self.cuda()


def bad():
    net = nn.Linear(3, 3)
    Part(net)
    net(torch.zeros(2, 3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'net' on cuda


def average_bad():
    net = nn.Linear(3, 3)
    Average(net, inplace=True)
    net(torch.zeros(2, 3))
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'net' on cuda


def average_good():
    net = nn.Linear(3, 3)
    Average(net)
    net(torch.zeros(2, 3))


def copied_good():
    net = nn.Linear(3, 3)
    Copied(net)
    net(torch.zeros(2, 3))


def beside_good():
    a, b, c, d, e = [nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 3), nn.Linear(3, 3)]
    Beside(a)
    a(torch.zeros(2, 3))
    InTable(b)
    b(torch.zeros(2, 3))
    Hidden(c)
    c(torch.zeros(2, 3))
    Choosing(d)
    d(torch.zeros(2, 3))
    Dropped(e)
    e(torch.zeros(2, 3))


bad()
average_bad()
average_good()
copied_good()
beside_good()
