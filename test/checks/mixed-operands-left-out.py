# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A device may be left out, and is a string then: what stands in its place says what it is.
import torch

HAS = torch.cuda.is_available()


def make(device=None):
    if device is None:
        device = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.ones(2, device=device)


def make_shortly(device=None):
    device = device or ("cuda:0" if HAS else "cpu")
    return torch.ones(2, device=device)


def label(kind=None):
    kind = kind or "mean"
    return kind + "s"


def left_out_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'make()' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]
    return make() + torch.ones(2)


def left_out_good():
    x = make()
    return x + torch.ones(2, device=x.device)


def left_out_shortly_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'make_shortly()' on cuda:0, 'torch.ones(2)' on cpu [device-mixed-operands]
    return make_shortly() * torch.ones(2)


def left_out_shortly_good():
    return make_shortly() * make_shortly()


def given_good():
    return make("cpu") + torch.ones(2), make_shortly(torch.device("cpu")) * torch.ones(2)


def read_bad():
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'numpy' reads memory of 'make()' on the host, but 'make()' may be on cuda [device-host-access]
    return make().numpy()


def read_good():
    return make().cpu().numpy(), make("cpu").numpy(), label()
