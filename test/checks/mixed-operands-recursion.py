# Functions that call each other are solved until their callers would learn nothing new.
#
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s -- | FileCheck %s --implicit-check-not=warning:
import torch
from torch import Tensor


# With and without what odd gives, even gives 1 and demands one thing: of other operands.
def even(x: Tensor, z: Tensor, n: int, stays: bool):
    if n == 0:
        return 1
    y = x if stays else odd(x, z, n, stays)
    z + y
    return 1


def odd(x: Tensor, z: Tensor, n: int, stays: bool):
    even(z, z, n - 1, stays)
    return x.cuda()


def each_other_bad():
    return odd(torch.zeros(3), torch.zeros(3), 3, False)
    # CHECK: :[[#@LINE-1]]:12: warning: operands of '+' are on different devices: 'z' on cpu, 'y' on cuda


def each_other_good():
    return odd(torch.zeros(3), torch.zeros(3), 3, True)
