# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# One part a GPU, by its number. The programs run, but for the bad ones.
import torch
from torch import nn


def enumerated_ok():
    parts = [nn.Linear(2, 2), nn.Linear(2, 2)]
    for i, part in enumerate(parts):
        part.to(i)
    return parts[1](parts[0](torch.ones(1, 2, device="cuda:0")).to("cuda:1"))


def enumerated_bad():
    parts = [nn.Linear(2, 2), nn.Linear(2, 2)]
    for i, part in enumerate(parts):
        part.to(i)
    return parts[1](torch.ones(1, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'parts[1]' on cuda, 'torch.ones(1, 2)' on cpu


def by_position_ok():
    parts = [nn.Linear(2, 2), nn.Linear(2, 2)]
    for i in range(len(parts)):
        parts[i] = parts[i].to(i)
    return parts[1](parts[0](torch.ones(1, 2, device="cuda:0")).to("cuda:1"))


def tensors_ok():
    tensors = [torch.ones(2) for _ in range(2)]
    placed = [t.to(i) for i, t in enumerate(tensors)]
    return placed[0] + torch.ones(2, device=0), placed[1] + torch.ones(2, device=1)


def tensors_bad():
    tensors = [torch.ones(2) for _ in range(2)]
    placed = [t.to(i) for i, t in enumerate(tensors)]
    return placed[0] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:22: warning: operands of '+' are on different devices: 'placed[0]' on cuda, 'torch.ones(2)' on cpu


def counted_ok():
    parts = [nn.Linear(2, 2), nn.Linear(2, 2)]
    i = 0
    for part in parts:
        part.to(i)
        i += 1
    return parts[1](parts[0](torch.ones(1, 2, device="cuda:0")).to("cuda:1"))


def while_ok():
    parts = [nn.Linear(2, 2), nn.Linear(2, 2)]
    i = 0
    while i < len(parts):
        parts[i].to(i)
        i += 1
    return parts[1](parts[0](torch.ones(1, 2, device="cuda:0")).to("cuda:1"))


def computed_ok(names):
    part = nn.Linear(2, 2)
    part.to(len(names) - 1)
    return part(torch.ones(1, 2, device="cuda:0"))


def computed_bad(names):
    part = nn.Linear(2, 2)
    part.to(len(names) - 1)
    return part(torch.ones(1, 2))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'part' on cuda, 'torch.ones(1, 2)' on cpu


# The keys of a dictionary: numbers, or devices.
def keys_ok():
    parts = {0: nn.Linear(2, 2), 1: nn.Linear(2, 2)}
    for i, part in parts.items():
        part.to(i)
    return parts[1](parts[0](torch.ones(1, 2, device="cuda:0")).to("cuda:1"))


def devices_ok():
    parts = {"cuda:0": nn.Linear(2, 2), "cuda:1": nn.Linear(2, 2)}
    for device, part in parts.items():
        part.to(device)
    return parts["cuda:1"](parts["cuda:0"](torch.ones(1, 2, device="cuda:0")).to("cuda:1"))


# Types of elements are no devices.
def types_ok():
    parts = [nn.Linear(2, 2), nn.Linear(2, 2)]
    for part, dtype in zip(parts, (torch.float16, torch.float32)):
        part.to(dtype)
    return parts[1](torch.ones(1, 2))


def types_bad():
    parts = [nn.Linear(2, 2), nn.Linear(2, 2)]
    for part, dtype in zip(parts, (torch.float16, torch.float32)):
        part.to(dtype)
    return parts[1](torch.ones(1, 2, device="cuda:0"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'parts[1]' on cpu, 'torch.ones(1, 2, device="cuda:0")' on cuda:0
