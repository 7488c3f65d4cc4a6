# What generators give, and classes that say how to go over their objects.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import contextlib
import itertools
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset


class Batch(NamedTuple):
    x: Tensor
    y: Tensor

    def to(self, device):
        return Batch(*(t.to(device) for t in self))


def forever(device):
    while True:
        yield torch.ones(3, 4).to(device), torch.ones(3)


def forever_bad():
    for x, y in itertools.islice(forever("cuda:0"), 5):
        x.sum(1) + y
        # CHECK: :[[@LINE-1]]:18: warning: operands of '+' are on different devices: 'x.sum(1)' on cuda:0, 'y' on cpu


def forever_ok():
    for x, y in itertools.islice(forever("cuda:0"), 5):
        x.sum(1) + y.to("cuda:0")


def run(model, source):
    for x, y in source:
        model(x).sum(1) + y


def passed_bad():
    run(nn.Linear(4, 4).to("cuda:0"), forever("cuda:0"))
    # CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'model(x).sum(1)' on cuda:0, 'y' on cpu


def passed_ok():
    run(nn.Linear(4, 4).to("cuda:0"), ((x, y.to("cuda:0")) for x, y in forever("cuda:0")))


def records(count):
    for _ in range(count):
        yield Batch(torch.ones(3, 4), torch.ones(3))


def records_bad():
    model = nn.Linear(4, 1).to("cuda:0")
    for batch in records(3):
        batch.to("cuda:0")
        model(batch.x)
        # CHECK: :[[@LINE-1]]:9: warning: operands of 'Linear' are on different devices: 'model' on cuda:0, 'batch.x' on cpu


def records_ok():
    model = nn.Linear(4, 1).to("cuda:0")
    for batch in records(3):
        batch = batch.to("cuda:0")
        model(batch.x)


class Pair:
    def __init__(self):
        self.x, self.y = torch.ones(3), torch.ones(3)

    def cuda(self):
        self.x = self.x.to("cuda:0")


def pairs():
    while True:
        yield Pair()


# Each round has a pair of its own, which is where the generator made it.
def rounds_ok():
    for pair in pairs():
        pair.x + pair.y
        pair.cuda()


def rounds_bad():
    for pair in pairs():
        pair.cuda()
        pair.x + pair.y
        # CHECK: :[[@LINE-1]]:16: warning: operands of '+' are on different devices: 'pair.x' on cuda:0, 'pair.y' on cpu


def chosen(flag):
    if flag:
        yield torch.ones(3, device="cuda:0")
    else:
        yield torch.ones(3)


def chosen_ok(flag):
    other = torch.ones(3, device="cuda:0") if flag else torch.ones(3)
    for x in chosen(flag):
        x + other


class DeviceLoader:
    def __init__(self, loader, device):
        self.loader, self.device = loader, device

    def __iter__(self):
        for x, y in self.loader:
            yield x.to(self.device), y.to(self.device)

    def __len__(self):
        return len(self.loader)


def loader_bad(loader):
    for x, y in DeviceLoader(loader, "cuda:0"):
        x + torch.ones(3)
        # CHECK: :[[@LINE-1]]:11: warning: operands of '+' are on different devices: 'x' on cuda:0, 'torch.ones(3)' on cpu


def loader_ok(loader):
    for x, y in DeviceLoader(loader, "cuda:0"):
        x + y + torch.ones(3, device="cuda:0")


class Prefetcher:
    def __init__(self, loader):
        self.loader = iter(loader)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.loader).to("cuda:0")


def prefetcher_bad(loader):
    for x in Prefetcher(loader):
        x + torch.ones(3)
        # CHECK: :[[@LINE-1]]:11: warning: operands of '+' are on different devices: 'x' on cuda:0, 'torch.ones(3)' on cpu


def prefetcher_ok(loader):
    for x in Prefetcher(loader):
        x + torch.ones_like(x)


class Rows:
    def __getitem__(self, index):
        return torch.ones(3, device="cuda:0"), torch.ones(3)


def rows_bad():
    rows = Rows()
    x, y = rows[0]
    x + y
    # CHECK: :[[@LINE-1]]:7: warning: operands of '+' are on different devices: 'x' on cuda:0, 'y' on cpu
    for x, y in rows:
        x + y
        # CHECK: :[[@LINE-1]]:11: warning: operands of '+' are on different devices: 'x' on cuda:0, 'y' on cpu


def rows_ok():
    rows = Rows()
    x, y = rows[0]
    x + y.to("cuda:0")
    for x, y in rows:
        x + y.to("cuda:0")


# A scope yields what `as` names.
@contextlib.contextmanager
def noise(device):
    yield torch.ones(3, device=device)


def scope_bad():
    with noise("cuda:0") as x:
        x + torch.ones(3)
        # CHECK: :[[@LINE-1]]:11: warning: operands of '+' are on different devices: 'x' on cuda:0, 'torch.ones(3)' on cpu


def scope_ok():
    with noise("cuda:0") as x:
        x + torch.ones(3, device="cuda:0")


# A data set whose class stands in a function moves to a variable of that function.
def endless(loader):
    while True:
        for batch in loader:
            yield batch


def moved_inside_ok():
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = nn.Linear(2, 2).to(device)

    class Samples(Dataset):
        def __init__(self, data):
            self.data = data

        def __getitem__(self, index):
            return self.data[index].to(device)

    loader = DataLoader(Samples(torch.ones(4, 2)), batch_size=2)
    for x in loader:
        net(x)
    return net(next(endless(loader)))
