# numpy.isscalar is False for each tensor.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch


def array_good(x):
    if np.isscalar(x):
        return np.array([x])
    return x.detach().cpu().numpy()


def array_bad(x):
    if not np.isscalar(x):
        return np.array([x])
    return x


def read_good():
    return array_good(torch.randn(4, 2).cuda()[0])


def read_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: 'array' reads memory of
    return array_bad(torch.randn(4, 2).cuda()[0])
