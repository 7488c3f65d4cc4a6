# A function that reads what it is given on the host: the callers know where that is.
# RUN: not %device_tidy check --isolated --worlds multi --select device-host-access %s | FileCheck %s --implicit-check-not='warning:'
import numpy as np
import torch


def accuracy(scores, labels):
    return np.mean(scores.numpy().argmax(1) == labels.cpu().numpy())


def accuracy_bad():
    scores = torch.ones(3, 2).cuda()
    return accuracy(scores, torch.ones(3).cuda())
    # CHECK: :[[@LINE-1]]:12: warning: 'numpy' reads memory of 'scores' on the host, but 'scores' is on cuda
    # CHECK: host-access-called.py:8:27: note: 'scores' read on the host here


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
