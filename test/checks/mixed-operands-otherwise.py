# What a parameter is otherwise may be anything: the case in which it was made on the CPU decides.
# RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='warning:'
import torch


def normalize(data: torch.Tensor, mean):
    scale = torch.ones(3, device=data.device)
    if isinstance(mean, float):
        mean = torch.tensor([mean] * 3, dtype=data.dtype)
    # CHECK: :[[@LINE+1]]:25: warning: operands of '-' may be on different devices: {{.*}} on its caller's device, 'mean' on cpu
    return data * scale - mean


def normalize_ok(data: torch.Tensor, mean):
    scale = torch.ones(3, device=data.device)
    if isinstance(mean, float):
        mean = torch.tensor([mean] * 3, dtype=data.dtype, device=data.device)
    return data * scale - mean


def either(data: torch.Tensor, low, high):
    scale = torch.ones(3, device=data.device)
    if isinstance(low, tuple) and isinstance(high, tuple):
        low = torch.tensor(low).reshape(1, -1)
        high = torch.tensor(high, device=data.device).reshape(1, -1)
    elif isinstance(low, torch.Tensor):
        low = low.to(data)
    # CHECK: :[[@LINE+1]]:26: warning: operands of '>=' may be on different devices: {{.*}} on its caller's device, 'low' on cpu
    return (data * scale >= low) & (data <= high)


def either_ok(data: torch.Tensor, low, high):
    scale = torch.ones(3, device=data.device)
    if isinstance(low, tuple) and isinstance(high, tuple):
        low = torch.tensor(low, device=data.device).reshape(1, -1)
        high = torch.tensor(high, device=data.device).reshape(1, -1)
    elif isinstance(low, torch.Tensor):
        low = low.to(data)
    return (data * scale >= low) & (data <= high)


# A number made a tensor has no dimensions, and meets everything.
def scaled_ok(data: torch.Tensor, factor):
    scale = torch.ones(3, device=data.device)
    if isinstance(factor, float):
        factor = torch.tensor(factor)
    return data * scale * factor
