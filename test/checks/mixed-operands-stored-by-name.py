# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A function that puts all members of an object elsewhere, by their names, is given the object in a member.
import torch
from torch import nn


class Noise:
    def __init__(self):
        self.v = torch.zeros(2)


class Ones:
    def __init__(self):
        self.v = torch.ones(2)


class Steps:
    def __init__(self):
        self.v = torch.ones(2)


def place(o, device):
    for k, v in vars(o).items():
        if torch.is_tensor(v):
            setattr(o, k, v.to(device))


class One_ok:
    def __init__(self):
        self.noise = Noise()
        place(self.noise, "cuda")
        self.net = nn.Linear(2, 2).cuda()

    def act(self):
        return self.net(self.noise.v)


class Several_ok:
    def __init__(self, ones):
        self.noise = Ones() if ones else Noise()
        self.net = nn.Linear(2, 2).cuda()
        place(self.noise, "cuda")

    def act(self):
        return self.net(self.noise.v)


class Never:
    def __init__(self):
        self.noise = Steps()
        self.net = nn.Linear(2, 2).cuda()

    def act(self):
        return self.net(self.noise.v)


One_ok().act()
Several_ok(True).act()
# CHECK: :[[@LINE+1]]:9: warning: operands of 'Linear' are on different devices: 'self.net' on cuda, 'self.noise.v' on cpu
Never().act()
