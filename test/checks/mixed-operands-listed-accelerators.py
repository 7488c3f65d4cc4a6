# A list with an element for each accelerator is empty where there is none, and nowhere else.
# RUN: not %device_tidy check --isolated --worlds gpu --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch

x = torch.ones(3, device="cuda" if torch.cuda.is_available() else "cpu")


def either_ok():
    devices = [f"cuda:{i}" for i in range(torch.cuda.device_count())] or ["cpu"]
    return torch.ones(3, device=devices[0]) + x


def either_bad():
    devices = [f"cuda:{i}" for i in range(torch.cuda.device_count()) if i > 8] or ["cpu"]
    # CHECK: :[[#@LINE+1]]:45: warning: operands of '+' may be on different devices
    return torch.ones(3, device=devices[0]) + x


def filled_ok():
    devices = []
    for i in range(torch.cuda.device_count()):
        devices.append(torch.device("cuda", i))
    if not devices:
        devices = [torch.device("cpu")]
    return torch.ones(3, device=devices[0]) + x


def filled_bad():
    devices = []
    for i in range(torch.cuda.device_count()):
        devices.append(torch.device("cuda", i))
    if devices:
        devices = [torch.device("cpu")]
        # CHECK: :[[#@LINE+1]]:49: warning: operands of '+' are on different devices
        return torch.ones(3, device=devices[0]) + x
    return None
