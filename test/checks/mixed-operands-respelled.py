# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A device in small letters is the same device, and a truth value is the number 0 or 1.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def summary(model, device="cuda"):
    device = device.lower()
    if device == "cuda" and torch.cuda.is_available():
        dtype = torch.cuda.FloatTensor
    else:
        dtype = torch.FloatTensor
    return model(torch.rand(2, 3).type(dtype))


def summary_good():
    return summary(nn.Linear(3, 3).to(device))


# What summary() tells of itself says "device", whatever letters its callers take.
def FP_summary_spelled():
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' may be on different devices: 'model' on cuda
    return summary(nn.Linear(3, 3).to(device), "CUDA")


def summary_bad():
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' may be on different devices: 'model' on cuda, 'x' on cpu
    return on_host(nn.Linear(3, 3).to(device))


def on_host(model):
    x = torch.rand(2, 3).type(torch.FloatTensor)
    return model(x)


def counted_good(x: torch.Tensor):
    use_gpu = torch.cuda.is_available()
    mask = torch.ones(3)
    if use_gpu > 0:
        x, mask = x.cuda(), mask.cuda()
    else:
        x = x.cpu()
    return x * mask


def counted_bad(x: torch.Tensor):
    use_gpu = torch.cuda.is_available()
    mask = torch.ones(3)
    if use_gpu > 0:
        x = x.cuda()
    else:
        x = x.cpu()
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '*' may be on different devices: 'x' on cuda, 'mask' on cpu
    return x * mask
