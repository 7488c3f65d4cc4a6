# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands,device-host-access %s | FileCheck %s --implicit-check-not=warning:
# What `with` enters may move modules: __enter__ and __exit__ are calls, and a generator has two halves.
from contextlib import contextmanager

import torch
from torch import nn


class OnGpu:
    def __init__(self, m):
        self.m = m

    def __enter__(self):
        self.m.cuda()
        return self

    def __exit__(self, *error):
        self.m.cpu()


def good_class():
    net = nn.Linear(2, 2)
    with OnGpu(net):
        net(torch.ones(2, 2).cuda())
    net(torch.ones(2, 2))


def bad_inside():
    net = nn.Linear(2, 2)
    with OnGpu(net):
        # CHECK: entered.py:[[#@LINE+1]]:{{.*}}operands of 'Linear' are on different devices: 'net' on cuda
        net(torch.ones(2, 2))


def bad_behind():
    net = nn.Linear(2, 2)
    with OnGpu(net):
        pass
    # CHECK: entered.py:[[#@LINE+1]]:{{.*}}operands of 'Linear' are on different devices: 'net' on cpu
    net(torch.ones(2, 2).cuda())


@contextmanager
def on_gpu(m):
    m.cuda()
    yield
    m.cpu()


def good_generator():
    net = nn.Linear(2, 2)
    with on_gpu(net):
        net(torch.ones(2, 2).cuda())
    net(torch.ones(2, 2))


def FN_generator():
    # One summary cannot say both halves, so that nothing is certain.
    net = nn.Linear(2, 2)
    with on_gpu(net):
        net(torch.ones(2, 2))


def good_read_only():
    y = torch.ones(2).cuda()
    convert = y.numpy
    return convert


def bad_called():
    y = torch.ones(2).cuda()
    # CHECK: entered.py:[[#@LINE+1]]:{{.*}}[device-host-access]
    return y.numpy()
