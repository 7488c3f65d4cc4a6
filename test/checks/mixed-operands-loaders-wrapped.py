# A loader that a class of the program stands for gives what its `__iter__` takes from it, and a function with bound
# arguments puts a batch together as the function does.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
from functools import partial

import torch
from torch import nn
from torch.utils.data import DataLoader


class Loader:
    def __init__(self):
        self.loader = DataLoader([torch.ones(2)], batch_size=1)

    def __iter__(self):
        return self.loader.__iter__()


def collate(rows, mode):
    return torch.tensor(rows)


def collate_elsewhere(rows, mode):
    return torch.tensor(rows, device="cuda")


def collate_where(rows, device="cpu"):
    return torch.tensor(rows, device=device)


def wrapped_bad():
    net = nn.Linear(2, 2).cuda()
    for x in Loader():
        net(x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'x' on cpu


def wrapped_good():
    net = nn.Linear(2, 2).cuda()
    for x in Loader():
        net(x.cuda())


def bound_bad():
    net = nn.Linear(2, 2).cuda()
    for x in DataLoader([1, 2], collate_fn=partial(collate, mode="train")):
        net(x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'net' on cuda, 'x' on cpu


def bound_good():
    net = nn.Linear(2, 2).cuda()
    for x in DataLoader([1, 2], collate_fn=partial(collate_elsewhere, mode="train")):
        net(x)


# What is bound says where: not the default.
def bound_where():
    net = nn.Linear(2, 2).cuda()
    for x in DataLoader([1, 2], collate_fn=partial(collate_where, device="cuda")):
        net(x)
