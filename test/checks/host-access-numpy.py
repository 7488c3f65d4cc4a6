# Functions of numpy make an array of what they are given; tensors of an accelerator refuse.
# RUN: not %device_tidy check --isolated --worlds multi --select device-host-access %s | FileCheck %s --implicit-check-not='warning:'
import numpy as np
import torch


def array_ok(x):
    y = torch.ones(3).cuda()
    return np.array(y.cpu())


def array_bad(x):
    y = torch.ones(3).cuda()
    return np.array(y)
    # CHECK: :[[@LINE-1]]:12: warning: 'array' reads memory of 'y' on the host, but 'y' is on cuda


def list_ok():
    losses = [torch.ones(3)]
    return np.asarray(losses)


def list_bad():
    losses = [torch.ones(3).cuda()]
    return np.asarray(losses)
    # CHECK: :[[@LINE-1]]:12: warning: 'asarray' reads memory of 'losses' on the host, but 'losses' is on cuda


# Anything may be given to them.
def given_ok(values):
    return np.array(values), np.sqrt(values)
