# What leaves a module where it is: a member that is taken by its name and changed in place, a buffer that gives way to
# what nobody knows. A part of which nobody knows the class has state, called by its name or not.
# RUN: not %device_tidy check --isolated --output-format concise --level 2 --ignore device-unguarded-accelerator %s | FileCheck %s --implicit-check-not=warning:
import importlib

import torch
from torch import nn


def init(lstm):
    for names in lstm._all_weights:
        for name in names:
            getattr(lstm, name).data.uniform_(-0.02, 0.02)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(4, 4)
        self.lstm = nn.LSTM(4, 4)
        init(self.lstm)

    def forward(self, x):
        return self.lstm(self.embedding(x))


def encode(x):
    return Encoder()(x.cuda())
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Embedding' are on different devices: 'self.embedding' on cpu, 'x' on cuda


def encode_good(x):
    return Encoder().cuda()(x.cuda())


class Grid(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(2, 2)
        self.register_buffer("size", torch.empty(2))

    def encode(self, x, size):
        self.size = size
        return self.net(x)


def grid(loader):
    net = Grid().cuda()
    for data in loader:
        net.encode(torch.zeros(2, 2), data.get("size"))
        # CHECK: :[[#@LINE-1]]:13: warning: operands of 'Linear' are on different devices: 'self.net' on cuda, 'x' on cpu
        net.encode(torch.zeros(2, 2).cuda(), data.get("size"))


class Body(nn.Module):
    def __init__(self, name):
        super().__init__()
        self.body = importlib.import_module("models." + name).MainModel()

    def forward(self, x):
        return self.body.forward(x)


def run(name):
    model = Body(name).cuda()
    model(torch.zeros(2, 2))
    # CHECK: :[[#@LINE-1]]:5: warning: operands of 'forward' may be on different devices: 'self.body' on cuda, 'x' on cpu
    model(torch.zeros(2, 2).cuda())
