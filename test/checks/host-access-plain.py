# RUN: %device_tidy check --isolated --level 2 %s
# Nobody says that a tensor may be elsewhere: no function of the file copies one to the CPU.
import torch
from torch import Tensor


def plain_good(x: Tensor):
    return x.numpy()


def tested_good(x: Tensor):
    if x.requires_grad:
        return x.detach().numpy()
    return x.numpy()
