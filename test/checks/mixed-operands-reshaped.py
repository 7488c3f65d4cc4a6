# On some ways an argument is brought into another shape: it is where it was, and has a dimension if it had one.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import math
import random

import numpy
import torch


def flat(x, y, one):
    if one == 1:
        x = x.view(-1)
        y = y.view(-1)
    return x - y


def flat_ok():
    return flat(torch.ones(2, 3).cuda(), torch.ones(2, 3).cuda(), 1)


def flat_bad():
    return flat(torch.ones(2, 3).cuda(), torch.ones(2, 3), 1)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '-' are on different devices: 'x' on cuda, 'y' on cpu


# An array of numpy has these methods, too.
def squeezed(x, y):
    if x.ndim == 3:
        x = x.reshape(-1, 4).squeeze(1)
    return x * y


def squeezed_ok():
    return squeezed(torch.ones(2, 3, 4), torch.ones(4))


def squeezed_bad():
    return squeezed(torch.ones(2, 3, 4), torch.ones(4).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cpu, 'y' on cuda


def typed(x: torch.Tensor, y: torch.Tensor, many: bool):
    if many:
        x, y = x.flatten(), y.flatten()
    return x / y


def typed_ok():
    return typed(torch.ones(2, 3).cuda(), torch.ones(2, 3).cuda(), True)


def typed_bad():
    return typed(torch.ones(2, 3).cuda(), torch.ones(2, 3), True)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '/' are on different devices: 'x' on cuda, 'y' on cpu


# What has no dimension may meet others; nobody knows whether squeeze leaves one.
def loss_ok(x, whole):
    if whole:
        x = x.mean()
    else:
        x = x.squeeze()
    return x * torch.ones(3).cuda()


def calls_ok():
    return loss_ok(torch.ones(2, 1), True)


# A number that a caller gives has none.
def scaled(x, y, flatten):
    if flatten:
        y = y.reshape(-1)
    return x * y


def scaled_ok():
    return scaled(torch.ones(2).cuda(), torch.tensor(2.0), False)


# What it is divided by is a number, whoever computes it; what nobody knows is one, or where the tensor is.
def scores(q, k, mask):
    s = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    return s.masked_fill(mask == 0, -1e9)


def scores_ok():
    q = torch.ones(2, 3).cuda()
    return scores(q, q, torch.ones(2, 2).cuda())


def scores_bad():
    q = torch.ones(2, 3).cuda()
    return scores(q, q, torch.ones(2, 2))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'masked_fill' are on different devices


def noisy(x: torch.Tensor, schedule, t):
    return x * schedule.scale(t) * numpy.sqrt(2) + x * random.uniform(0, 1)


def noisy_ok(schedule):
    return noisy(torch.ones(3), schedule, 1) - torch.ones(3)


def noisy_bad(schedule):
    return noisy(torch.ones(3), schedule, 1) - torch.ones(3).cuda()
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '-' are on different devices


# A tensor is one, whoever asks.
def asked(x: torch.Tensor, power):
    y = x**power.of(x)
    if isinstance(y, torch.Tensor):
        y = y.to("cpu")
    return y * torch.ones(3)


def asked_ok(power):
    return asked(torch.ones(3).cuda(), power)


def asked_bad(power):
    return asked(torch.ones(3).cuda(), power) * torch.ones(3).cuda()
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '*' are on different devices


# Another type of elements, or order of dimensions, leaves a number a number.
def number_ok():
    s, x = torch.tensor(1.5), torch.ones(3).cuda()
    return x + s.view(torch.int32), x + s.view(dtype=torch.int32), x + s.view(x.dtype), x + s.t()


def viewed_bad():
    s, x = torch.tensor([1.5]), torch.ones(3).cuda()
    return x + s.view(torch.int32)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices


def sized_bad():
    s, x = torch.tensor(1.5), torch.ones(3).cuda()
    return x + s.view(1)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '+' are on different devices
