# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# What is a net, or one that runs replicas of it, takes its inputs from anywhere where it is the second.
import argparse

import torch
from torch import nn


class Parallel(nn.DataParallel):
    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.module, name)


def derived_good(args):
    net = nn.Linear(3, 3)
    if args.cuda:
        net = Parallel(net)
        net.cuda()
    return net(torch.randn(4, 3))


def library_good(args):
    net = nn.Linear(3, 3)
    if args.cuda:
        net = nn.DataParallel(net)
        net.cuda()
    return net(torch.randn(4, 3))


def moved_bad(args):
    net = nn.Linear(3, 3)
    if args.cuda:
        net = nn.Sequential(net)
        net.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '{{.*}}' may be on different devices: 'net' on cuda, 'torch.randn(4, 3)' on cpu
    return net(torch.randn(4, 3))


# What one of the two gives is where that one says, which nobody follows.
def FN_output(args):
    net = nn.Linear(3, 3)
    if args.cuda:
        net = Parallel(net)
        net.cuda()
    return net(torch.randn(4, 3)) + torch.randn(4, 3)
