# A function that is defined again: the last one stands; where a branch may replace one, nobody knows.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import sys

import torch


def made():
    return torch.ones(3)


def made():
    return torch.ones(3).cuda()


def last_ok():
    return made() + torch.ones(3).cuda()


def last_bad():
    return made() + torch.ones(3)
    # CHECK: :[[@LINE-1]]:19: warning: operands of '+' are on different devices: 'made()' on cuda, 'torch.ones(3)' on cpu


def supported():
    return False


if sys.platform == "linux":

    def supported():
        return True


def guarded():
    if not supported():
        raise RuntimeError
    return torch.ones(3)


def guarded_ok():
    return guarded() + torch.ones(3)


def guarded_bad():
    return guarded() + torch.ones(3).cuda()
    # CHECK: :[[@LINE-1]]:22: warning: operands of '+' are on different devices: 'guarded()' on cpu, 'torch.ones(3).cuda()' on cuda


# Of the branches that define it, the first one stands for all.
try:
    import numpy

    def zeros():
        return torch.from_numpy(numpy.zeros(3))

except ImportError:

    def zeros():
        return torch.zeros(3)


def branches_ok():
    return zeros() * torch.ones(3)


def branches_bad():
    return zeros() * torch.ones(3).cuda()
    # CHECK: :[[@LINE-1]]:20: warning: operands of '*' are on different devices: 'zeros()' on cpu, 'torch.ones(3).cuda()' on cuda


class Layer:
    def bias(self):
        return torch.ones(3)

    def bias(self):
        return torch.ones(3).cuda()


def method_ok():
    return Layer().bias() + torch.ones(3).cuda()


def method_bad():
    return Layer().bias() + torch.ones(3)
    # CHECK: :[[@LINE-1]]:27: warning: operands of '+' are on different devices: 'Layer().bias()' on cuda, 'torch.ones(3)' on cpu
