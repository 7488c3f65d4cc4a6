# RUN: not %device_tidy check --isolated --level 3 --ignore device-create-then-move,device-hidden-sync,device-move-in-loop --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# A value without a type is a tensor if somebody asks it what only tensors answer; models have a type and a device, too,
# but nobody adds to them.
import torch
from torch import nn


class Shift(nn.Module):
    def shift_by_type_bad(self, x):
        if x.dtype == torch.float16:
            x = x.float()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.zeros(3)' on cpu, 'x' on its caller's device [device-mixed-operands]
        return torch.zeros(3) + x

    def shift_by_type_good(self, x):
        if x.dtype == torch.float16:
            x = x.float()
        return torch.zeros(3, device=x.device) + x

    def shift_by_types_bad(self, x):
        assert x.dtype in (torch.float16, torch.bfloat16)
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'torch.ones(3)' on cpu, 'x' on its caller's device [device-mixed-operands]
        return torch.ones(3) * x

    def shift_by_types_good(self, x):
        assert x.dtype in (torch.float16, torch.bfloat16)
        return torch.ones(3).to(x.device) * x

    def shift_by_number_good(self, x):
        # A number, for all that is known.
        return torch.zeros(3) + x

    def array_good(self, x):
        # No array of numpy has a type of torch's, and no list has one.
        if x.dtype == "float32":
            return torch.zeros(3) + x
        return x

    def copied_good(self, model):
        # A model has a type.
        if model.dtype == torch.float16:
            return model(torch.zeros(3).to(model.device))
        return model


def counted_bad(x, device):
    if x.is_cuda:
        print("counts on the accelerator")
    y = torch.arange(3, device=device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'torch.arange(3)' on cpu, 'x' on its caller's device [device-mixed-operands]
    return y.sum().item(), torch.arange(3) + x


def counted_good(x, device):
    if x.is_cuda:
        print("counts on the accelerator")
    y = torch.arange(3, device=device)
    return y.sum().item(), torch.arange(3, device=x.device) + x


def picked_bad(mask, device):
    if mask.dtype is not torch.bool:
        mask = mask != 0
    y = torch.arange(3, device=device)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: index may be on another device than the tensor that it indexes: 'torch.arange(3)' on cpu, 'mask' on its caller's device [device-index-mismatch]
    return y.sum().item(), torch.arange(3)[mask]


def picked_good(mask, device):
    if mask.dtype is not torch.bool:
        mask = mask != 0
    y = torch.arange(3, device=device)
    return y.sum().item(), torch.arange(3, device=mask.device)[mask]
