# What was moved is no number, whatever else it may be, and numpy.isscalar asks for one.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-host-access %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch

device = "cuda" if torch.cuda.is_available() else "cpu"


def array(x):
    if np.isscalar(x):
        return np.array([x])
    return x.cpu().numpy()


def array_bad(x):
    if not np.isscalar(x):
        return np.array(x)
    return x


def moved_good(batch):
    return array(batch.speech.to(device))


def moved_bad(batch):
    return array_bad(batch.speech.to(device))
    # CHECK: :[[@LINE-1]]:12: warning: 'array' reads memory of 'x' on the host, but 'x' may be on cuda
