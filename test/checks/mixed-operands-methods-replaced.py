# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# `Net.forward = other`: what the class defined is not what a call runs. A wrapper of it is.
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)

    def forward(self, x):
        return self.a(x)


def through_cpu(self, x):
    return self.a(x.cpu()).cuda()


Net.forward = through_cpu


class Reader:
    def read(self):
        return torch.zeros(2)


def read_cuda(self):
    return torch.zeros(2).cuda()


Reader.read = read_cuda


class Quiet:
    def read(self):
        return torch.zeros(2)


Quiet.read = torch.no_grad()(Quiet.read)


def good_module():
    return Net()(torch.zeros(2)) + torch.ones(2).cuda()


def good_plain():
    return Reader().read() + torch.ones(2).cuda()


def bad():
    # CHECK: methods-replaced.py:[[#@LINE+1]]:27: warning: operands of '+' are on different devices: 'Quiet().read()' on cpu
    return Quiet().read() + torch.ones(2).cuda()
