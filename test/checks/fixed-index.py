# Devices that are spelled where a device variable could say the same.
# RUN: not %device_tidy check --isolated --select device-fixed-index %s | FileCheck %s --implicit-check-not=warning:
import torch


def spelled_bad(x, device: torch.device):
    return x.to("cuda:0")
    # CHECK: :[[@LINE-1]]:14: warning: 'to' names cuda:0 although the device variable 'device' is in scope [device-fixed-index]
    # CHECK: :[[@LINE-2]]:17: note: possible fix: use 'device'


def spelled_ok(x, device: torch.device):
    return x.to(device)


# The call does name the variable; another line has overwritten it.
def overwritten_ok(x, device: torch.device = None):
    device = "cuda:0"
    return x.to(device)


# What is called `device` here is no device any more.
def replaced_ok(x, device: torch.device):
    device = "cpu"
    return x.to("cuda:0"), device


# It is one by then.
def made_bad(x, name: str):
    device = name or "cpu"
    device: torch.device = torch.device(device)
    return x.to("cuda:0"), device
    # CHECK: :[[@LINE-1]]:14: warning: 'to' names cuda:0 although the device variable 'device' is in scope
    # CHECK: possible fix:


# cuda() takes no other device.
def cuda_bad(x, device: torch.device):
    return x.cuda("cuda:1")
    # CHECK: :[[@LINE-1]]:14: warning: 'cuda' names cuda:1 although the device variable 'device' is in scope


def cuda_ok(x, device: torch.device):
    return x.to(device)
