# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 %s
# What nobody knows is a device if it is called one, the same wherever it is read.
import torch
import project
from project import DEVICE


def picked_bad(x):
    device = project.pick()
    # CHECK: :[[#@LINE+1]]:25: warning: operands of '+' may be on different devices: 'x.to(device)' on 'device', 'torch.ones(3)' on cpu
    return x.to(device) + torch.ones(3)


def picked_good(x):
    device = project.pick()
    return x.to(device) + torch.ones(3, device=device)


def read_bad(x, config):
    device = project.value(config, "device", b"cpu").decode("ascii")
    # CHECK: :[[#@LINE+1]]:25: warning: 'numpy' reads memory of 'x.to(device)' on the host, but 'x.to(device)' may be on 'device'
    return x.to(device).numpy()


def read_good(x, config):
    device = project.value(config, "device", b"cpu").decode("ascii")
    return x.to(device).cpu().numpy()


def global_bad(x):
    # CHECK: :[[#@LINE+1]]:25: warning: operands of '+' may be on different devices: 'x.to(DEVICE)' on 'DEVICE', 'torch.ones(3)' on cpu
    return x.to(DEVICE) + torch.ones(3)


def global_good(x):
    return x.to(DEVICE) + torch.ones(3).to(DEVICE)


# What it is nobody knows: a type of elements, for all that its name says.
def typed_good(x):
    kind = project.pick()
    return x.to(kind) + torch.ones(3)
