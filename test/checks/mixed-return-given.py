# RUN: not %device_tidy check --isolated --level 2 --select device-mixed-return --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# Public functions that are given tensors, as is written there: level 2, and so are numbers in tensors.
import torch
from torch import Tensor


def kept_bad(boxes: Tensor, limit: float) -> Tensor:
    if boxes.numel() == 0:
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'kept_bad' may return 'torch.zeros(0, 4)' on cpu, but elsewhere a tensor on its caller's device
        return torch.zeros(0, 4)
    return boxes[boxes[:, 0] > limit]


def kept_good(boxes: Tensor, limit: float) -> Tensor:
    if boxes.numel() == 0:
        return boxes.new_zeros(0, 4)
    return boxes[boxes[:, 0] > limit]


def mean_bad(losses: Tensor, mask: Tensor) -> Tensor:
    if mask.sum() == 0:
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'mean_bad' may return 'torch.tensor(0.0)' on cpu, but elsewhere a tensor on its caller's device
        return torch.tensor(0.0)
    return losses[mask].mean()


def mean_good(losses: Tensor, mask: Tensor) -> Tensor:
    if mask.sum() == 0:
        return torch.tensor(0.0, device=losses.device)
    return losses[mask].mean()


def chosen_bad(iou: Tensor):
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: 'chosen_bad' may return 'torch.tensor(0.0)' on cpu, but elsewhere a tensor on its caller's device
    return iou.mean() if iou.numel() > 0 else torch.tensor(0.0)


def chosen_good(iou: Tensor):
    return iou.mean() if iou.numel() > 0 else torch.tensor(0.0, device=iou.device)


# What has no type may be an array; private functions and those that make batches are given what is on the CPU.
def untyped(boxes, limit):
    if len(boxes) == 0:
        return torch.zeros(0, 4)
    return boxes


def _private(boxes: Tensor):
    if boxes.numel() == 0:
        return torch.zeros(0, 4)
    return boxes * 2


def collate(boxes: Tensor):
    if boxes.numel() == 0:
        return torch.zeros(0, 4)
    return boxes * 2
