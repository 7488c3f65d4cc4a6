# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# A sequence calls what it has in turn.
import torch
from torch import nn


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.h = torch.zeros(3)

    def forward(self, x):
        y = self.fc(x) + self.fc(self.h)
        self.h = y.detach()
        return y


class Registered(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.register_buffer("h", torch.zeros(3))

    def forward(self, x):
        y = self.fc(x) + self.fc(self.h)
        self.h = y.detach()
        return y


def made_here_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'self.fc' on cuda, 'self.h' on cpu
    return nn.Sequential(Plain(), nn.ReLU()).cuda()(torch.ones(3).cuda())


def made_here_good():
    return nn.Sequential(Registered(), nn.ReLU()).cuda()(torch.ones(3).cuda())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), Plain())

    def forward(self, x):
        return self.body(x)


class RegisteredNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, 3), Registered())

    def forward(self, x):
        return self.body(x)


def member_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' are on different devices: 'self.fc' on cuda, 'self.h' on cpu
    return Net().cuda()(torch.ones(3).cuda())


def member_good():
    return RegisteredNet().cuda()(torch.ones(3).cuda())
