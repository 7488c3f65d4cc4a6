# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What enumerate, zip and iter go over may be an object of the program that says itself how: by an iterator of another
# class, by a generator, by its positions.
import torch


class Loader:
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        return Rows(self)


class Rows:
    def __init__(self, loader):
        self.rows = loader.rows
        self.at = 0

    def __next__(self):
        self.at += 1
        row = self.rows[self.at]
        return row.cuda(), row.cuda()

    def __iter__(self):
        return self


class Generator:
    def __init__(self, rows):
        self.rows = rows

    def __iter__(self):
        for row in self.rows:
            yield row.cuda(), row.cuda()


class Set:
    def __len__(self):
        return 3

    def __getitem__(self, at):
        return torch.ones(at + 1).cuda(), at


class OnHost:
    def __iter__(self):
        for n in range(3):
            yield torch.ones(3), n


def enumerated_bad(rows):
    for i, batch in enumerate(Loader(rows)):
        x, y = batch[0], batch[1]
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
        x + torch.ones(3)


def enumerated_good(rows):
    for i, batch in enumerate(Loader(rows)):
        x, y = batch[0], batch[1]
        x + torch.ones(3).cuda()


def generated_bad(rows):
    for i, (x, y) in enumerate(Generator(rows)):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
        x + torch.ones(3)


def generated_good(rows):
    for i, (x, y) in enumerate(Generator(rows)):
        x + torch.ones(3).cuda()


def positions_bad():
    for i, (x, n) in enumerate(Set()):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
        x + torch.ones(3)


def positions_good():
    for i, (x, n) in enumerate(Set()):
        x + torch.ones(3).cuda()


# Each of those that are gone over together gives its own.
def together_bad(rows):
    for (x, y), (z, n) in zip(Loader(rows), OnHost()):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'z' on cpu
        x + z


def together_good(rows):
    for (x, y), (z, n) in zip(Loader(rows), OnHost()):
        x + y
        z + torch.ones(3)


def begun_bad(rows):
    x, y = next(iter(Loader(rows)))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(3)' on cpu
    return x + torch.ones(3)


def begun_good(rows):
    x, y = next(iter(Loader(rows)))
    return x + torch.ones(3).cuda()
