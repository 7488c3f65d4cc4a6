# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Where the top of a script brings a module hangs on its options, which its functions ask as well.
import argparse

import torch
from torch import nn

args = argparse.ArgumentParser().parse_args()
args.cuda = not args.no_cuda and torch.cuda.is_available()
fast = not args.slow and torch.cuda.is_available()

net = nn.Linear(4, 2)
if args.cuda:
    net.cuda()

head = nn.Linear(4, 2)
if fast:
    head = head.cuda()

weights = torch.ones(4)
if fast:
    weights = weights.cuda()

tail = nn.Linear(4, 2)
if not fast:
    tail = tail.cpu()
else:
    tail = tail.cuda()


def option_bad(x):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'net' on cuda, 'torch.ones(4)' on cpu [device-mixed-operands]
    return net(torch.ones(4))


def option_good():
    x = torch.ones(4)
    if args.cuda:
        x = x.cuda()
    return net(x)


def variable_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'head' on cuda, 'torch.ones(4)' on cpu [device-mixed-operands]
    return head(torch.ones(4))


def variable_good():
    x = torch.ones(4)
    if fast:
        x = x.cuda()
    return head(x) if fast else head(x.cpu())


def tensor_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(4)' on cpu, 'weights' on cuda [device-mixed-operands]
    return torch.ones(4) * weights


def tensor_good():
    return torch.ones(4).to(weights) * weights, head(weights), tail(weights)


def negated_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'tail' on cuda, 'torch.ones(4)' on cpu [device-mixed-operands]
    return tail(torch.ones(4))


def negated_good():
    x = torch.ones(4)
    if not fast:
        return tail(x)
    return tail(x.cuda())
