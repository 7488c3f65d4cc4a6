# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# More conditions than a place can carry: whichever of them hold, the tensor is where some argument is.
import torch
from torch import Tensor


def narrowed_bad(mask: Tensor, angle, scale, size, limit, device: torch.device):
    if limit is not None and limit < 180 and angle is not None and scale is not None:
        mask = mask & (torch.abs(angle - scale) < limit)
    if limit is not None and limit < 18 and size is not None:
        mask = mask & (torch.abs(size) < limit)
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'cat' may be on different devices: 'torch.ones(3)' on cpu, 'mask' on its caller's device
    return torch.cat((torch.ones(3), mask))


def narrowed_good(mask: Tensor, angle, scale, size, limit, device: torch.device):
    if limit is not None and limit < 180 and angle is not None and scale is not None:
        mask = mask & (torch.abs(angle - scale) < limit)
    if limit is not None and limit < 18 and size is not None:
        mask = mask & (torch.abs(size) < limit)
    return torch.cat((torch.ones(3, device=mask.device), mask))


# What isinstance says to be a tensor is one.
def rotated_bad(angle, device: torch.device):
    if not isinstance(angle, Tensor):
        angle = torch.tensor([angle])
    # CHECK: :[[#@LINE+1]]:30: warning: operands of '*' may be on different devices: 'torch.zeros(3, 3)' on cpu, 'angle' on its caller's device
    return torch.zeros(3, 3) * angle


def rotated_good(angle, device: torch.device):
    if not isinstance(angle, Tensor):
        angle = torch.tensor([angle])
    return torch.zeros(3, 3, device=angle.device) * angle


# Nothing says that this is no number.
def scaled_good(angle, device: torch.device):
    if isinstance(angle, list):
        angle = torch.tensor(angle)
    return torch.zeros(3, 3) * angle
