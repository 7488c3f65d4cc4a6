# On some ways an argument is brought into another shape: it is where it was, and has a dimension if it had one.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
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
