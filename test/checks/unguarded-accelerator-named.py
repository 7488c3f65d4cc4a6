# A device that the program names says nothing of the machine, also where somebody asks for it.
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def resolve(device=None):
    if device is None:
        device = "cuda"
    if device == "cuda" and not torch.cuda.is_available():
        device = "cpu"
    return device


def left_good():
    return nn.Linear(2, 2).to(resolve())


def resolve_late(device=None):
    if device is None:
        device = torch.device("cuda")
    if device.type == "cuda":
        if not torch.cuda.is_available():
            device = torch.device("cpu")
    return device


def late_good():
    return nn.Linear(2, 2).to(resolve_late())


def named(device=None):
    if device is None:
        device = "cuda"
    if device == "cuda":
        print("on the GPU")
    return device


def left_bad():
    return nn.Linear(2, 2).to(named())
    # CHECK: :[[@LINE-1]]:28: warning: 'to' needs an accelerator


# A tensor that is there is on a machine that has one.
def asked_good(x):
    if x.device.type == "cuda":
        return torch.zeros(3, device="cuda") + x
    return x


# Where the question stands behind the name, an answer tells.
def pick():
    if torch.cuda.is_available():
        return torch.device("cuda")
    return torch.device("cpu")


def picked_good():
    place = pick()
    if place == "cpu":
        raise RuntimeError("runs on CUDA only")
    return torch.zeros(3).cuda()
