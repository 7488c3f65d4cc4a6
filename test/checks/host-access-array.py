# Libraries of Python ask a tensor for its array, which is refused on an accelerator.
# RUN: not %device_tidy check --isolated --output-format concise --select device-host-access,device-unchecked-data-ptr %s | FileCheck %s --implicit-check-not=warning:
import numpy as np
import torch
from sklearn.metrics import f1_score


def scores_bad(model, loader, device):
    targets = []
    for x, y in loader:
        y = y.to(device)
        targets.append(y)
    return f1_score(torch.cat(targets), torch.cat(targets))
    # CHECK: :[[@LINE-1]]:12: warning: 'f1_score' reads memory of 'torch.cat(targets)' on the host, but 'torch.cat(targets)' may be on 'device'


def scores_ok(model, loader, device):
    targets = []
    for x, y in loader:
        y = y.to(device)
        targets.append(y.cpu())
    return f1_score(torch.cat(targets), torch.cat(targets))


def array_bad(x, device: torch.device):
    return np.percentile(x.to(device).abs(), 90)
    # CHECK: :[[@LINE-1]]:12: warning: 'percentile' reads memory of {{.*}} on the host


def array_ok(x, device: torch.device):
    return np.percentile(x.to(device).abs().cpu(), 90)


def given_ok(x):
    return np.percentile(x, 90)
