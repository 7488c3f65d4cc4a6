# A function that reads what it is given on the host: the callers know where that is.
# RUN: not %device_tidy check --isolated --worlds multi --select device-host-access %s | FileCheck %s --implicit-check-not='warning:'
import collections

import numpy as np
import torch


def accuracy(scores, labels):
    return np.mean(scores.numpy().argmax(1) == labels.cpu().numpy())


def accuracy_bad():
    scores = torch.ones(3, 2).cuda()
    return accuracy(scores, torch.ones(3).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: 'numpy' reads memory of 'scores' on the host, but 'scores' is on cuda
    # CHECK: host-access-called.py:10:27: note: 'scores' read on the host here


def accuracy_ok():
    scores = torch.ones(3, 2).cuda()
    return accuracy(scores.cpu(), torch.ones(3).cuda())


def as_array(x):
    if isinstance(x, torch.Tensor):
        x = x.detach().cpu()
    return x.numpy()


def as_array_ok():
    return as_array(torch.ones(3).cuda())


def tested(x):
    if x.is_cuda:
        x = x.cpu()
    return x.numpy()


def tested_ok():
    return tested(torch.ones(3).cuda())


def median(x):
    return np.median(x)


def median_bad():
    return median(torch.ones(3).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: 'median' reads memory of 'x' on the host, but 'x' is on cuda


def median_ok():
    return median([1, 2, 3]), median(np.ones(3)), median(torch.ones(3))


# numpy calls the tensor's own method.
def mean(x):
    return np.mean(x)


def mean_ok():
    return mean(torch.ones(3).cuda())


# What one method appends to a list, another takes out.
class Store:
    def __init__(self):
        self.rows = []

    def add(self, rows):
        for row in rows:
            self.rows.append(row)

    def matrix(self):
        return torch.stack([row for row in self.rows])


def store_bad():
    store = Store()
    store.add(torch.ones(3, 2).cuda())
    return store.matrix().numpy()
    # CHECK: :[[@LINE-1]]:27: warning: 'numpy' reads memory of 'store.matrix()' on the host, but 'store.matrix()' is on cuda


def store_ok():
    store = Store()
    store.add(torch.ones(3, 2).cuda().cpu())
    return store.matrix().numpy()


def append_all(rows, row):
    rows.append(row)


def append_bad():
    rows = []
    append_all(rows, torch.ones(3).cuda())
    return rows[0].numpy()
    # CHECK: :[[@LINE-1]]:20: warning: 'numpy' reads memory of 'rows[0]' on the host, but 'rows[0]' is on cuda


def append_ok():
    rows = [torch.ones(3).cuda()]
    append_all(rows, torch.ones(3))
    return rows[1].numpy()


# A list for each key.
class Groups:
    def __init__(self):
        self.rows = collections.defaultdict(list)

    def add(self, key, row):
        self.rows[key].append(row)

    def matrix(self):
        return torch.stack([row for key in sorted(self.rows) for row in self.rows[key]])


def groups_bad():
    groups = Groups()
    groups.add(1, torch.ones(3).cuda())
    return groups.matrix().numpy()
    # CHECK: :[[@LINE-1]]:28: warning: 'numpy' reads memory of 'groups.matrix()' on the host, but 'groups.matrix()' is on cuda


def groups_ok():
    groups = Groups()
    groups.add(1, torch.ones(3).cuda())
    return groups.matrix().cpu().numpy()
