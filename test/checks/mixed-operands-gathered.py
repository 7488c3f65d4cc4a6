# A value that is gathered along a dimension is a tensor; groups of processes gather none.
# RUN: not %device_tidy check --isolated --worlds multi --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch

BETAS = torch.linspace(0.0001, 0.02, 20)


def extract(values, t, shape):
    out = values.gather(-1, t)
    return out.reshape(t.shape[0], *((1,) * (len(shape) - 1)))


def extract_ok(values, t, shape):
    out = values.to(t.device).gather(-1, t)
    return out.reshape(t.shape[0], *((1,) * (len(shape) - 1)))


def noise(x):
    t = torch.randint(0, 20, (x.shape[0],), device="cuda")
    return extract(BETAS, t, x.shape), extract_ok(BETAS, t, x.shape)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'gather' are on different devices: 'values' on cpu, 't' on cuda


def spread(values, t, source):
    return values.scatter(0, t, source)


def spread_bad():
    return spread(torch.zeros(3), torch.zeros(3, dtype=torch.long), torch.ones(3, device="cuda"))
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'scatter' are on different devices


def spread_ok():
    return spread(torch.zeros(3), torch.zeros(3, dtype=torch.long), torch.ones(3))


def group_ok(group, parts):
    return group.gather([parts, torch.ones(3)], torch.ones(3, device="cuda"))
