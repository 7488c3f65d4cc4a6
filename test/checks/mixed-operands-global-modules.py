# RUN: not %device_tidy check --isolated --worlds gpu --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A module in a variable of the program that one function moves is where callers have it, for the others; so is one that
# a list of an object holds beside its member. A loader gives what its list has.
import torch
from torch import nn
from torch.utils.data import DataLoader

moved = nn.Linear(4, 4)
left = nn.Linear(4, 4)


def use_moved(x):
    return moved(x)


def use_left(x):
    return left(x)


def moved_ok():
    moved.cuda()
    return use_moved(torch.ones(1, 4, device="cuda"))


def moved_bad():
    moved.cuda()
    return use_moved(torch.ones(1, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'moved' on cuda, 'x' on cpu


def left_bad():
    return use_left(torch.ones(1, 4, device="cuda"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'left' on cpu, 'x' on cuda


class Trainer:
    def __init__(self):
        self.gen = nn.Linear(4, 4)
        self.nets = [self.gen]

    def setup(self, device):
        for net in self.nets:
            net.to(device)

    def run(self):
        return self.gen(torch.zeros(1, 4, device="cuda"))


def listed_ok():
    t = Trainer()
    t.setup("cuda")
    return t.run()


class Unlisted:
    def __init__(self):
        self.disc = nn.Linear(4, 4)

    def run(self):
        return self.disc(torch.zeros(1, 4, device="cuda"))
        # CHECK: :[[#@LINE-1]]:16: warning: operands of 'Linear' are on different devices: 'self.disc' on cpu


def batches_ok():
    y = torch.ones(4, device="cuda")
    for b in DataLoader([y, y]):
        b + torch.ones(4, device="cuda")


def batches_bad():
    y = torch.ones(4)
    for b in DataLoader([y, y]):
        b + torch.ones(4, device="cuda")
        # CHECK: :[[#@LINE-1]]:11: warning: operands of '+' are on different devices: 'b' on cpu
