# One of several modules among what a helper moves, and what is put in the place of a method of it.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

cuda = "cuda" if torch.cuda.is_available() else "cpu"


class One(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = nn.Linear(4, 4)

    def forward(self, x):
        return self.f(x)


class Two(One):
    def forward(self, x):
        return self.f(x) * 2


def place(*modules):
    for module in modules:
        module.to(cuda)


def placed_bad(flag):
    net = One() if flag else Two()
    place(net, nn.L1Loss())
    return net(torch.ones(3, 4))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.f' on cuda, 'x' on cpu


def placed_good(flag):
    net = One() if flag else Two()
    place(net, nn.L1Loss())
    return net(torch.ones(3, 4, device=cuda))


def replaced_bad(flag):
    net = (One() if flag else Two()).to(cuda)
    return net(torch.ones(3, 4))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' may be on different devices: 'self.f' on cuda, 'x' on cpu


def replaced_good(flag):
    net = (One() if flag else Two()).to(cuda)
    net.forward = lambda x: net.f(x.to(cuda))
    return net(torch.ones(3, 4))


placed_bad(True)
placed_good(True)
replaced_bad(True)
replaced_good(True)
