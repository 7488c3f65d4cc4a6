# RUN: not %device_tidy check --isolated --worlds multi --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A plain object moves what it holds by names that nobody follows: nothing is certain about where that is.
import torch
from torch import nn


class Trainer:
    names = ("net", "loss")

    def __init__(self):
        self.net = nn.Linear(4, 4)
        self.loss = nn.Linear(4, 4)

    def place(self, device):
        for name in self.names:
            getattr(self, name).to(device)

    def place_all(self, device):
        for held in vars(self).values():
            if isinstance(held, nn.Module):
                held.to(device)

    def show(self):
        for name in self.names:
            print(getattr(self, name))

    def run(self):
        return self.net(torch.ones(2, 4, device="cuda:0"))


class Placed:
    def __init__(self, device):
        self.net = nn.Linear(4, 4)
        for held in self.__dict__.values():
            if isinstance(held, nn.Module):
                held.to(device)

    def run(self):
        return self.net(torch.ones(2, 4, device="cuda:0"))


def good_named():
    t = Trainer()
    t.place("cuda:0")
    return t.run()


def good_all():
    t = Trainer()
    t.place_all("cuda:0")
    return t.run()


def good_placed():
    return Placed("cuda:0").run()


class Bare:
    names = ("net",)

    def __init__(self):
        self.net = nn.Linear(4, 4)

    def show(self):
        for name in self.names:
            print(getattr(self, name))

    def run(self):
        # CHECK: by-name.py:[[#@LINE+1]]:16: warning: operands of 'Linear' are on different devices: 'self.net' on cpu
        return self.net(torch.ones(2, 4, device="cuda:0"))


def bad():
    b = Bare()
    b.show()
    return b.run()
