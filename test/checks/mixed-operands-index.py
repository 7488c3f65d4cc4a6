# In Python a number is the index of an accelerator, and what is called a dtype is no place.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import os

import torch
from torch import nn

local_rank = int(os.environ["LOCAL_RANK"])
model = nn.Linear(4, 2).to(local_rank)
print(model(torch.ones(1, 4, device="cuda")))
# CHECK: :[[@LINE-1]]:7: warning: operands of 'Linear' may be on different devices: 'model' on cuda:N, 'torch.ones(1, 4, device="cuda")' on cuda [device-mixed-operands]
print(model(torch.ones(1, 4)))
# CHECK: :[[@LINE-1]]:7: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'torch.ones(1, 4)' on cpu [device-mixed-operands]


def rest_bad(x: torch.Tensor):
    x = x.to(int(os.environ["RANK"]) % torch.cuda.device_count())
    return x + torch.ones(2)
    # CHECK: :[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'x' on cuda, 'torch.ones(2)' on cpu [device-mixed-operands]


def rest_ok(x: torch.Tensor):
    x = x.to(int(os.environ["RANK"]) % torch.cuda.device_count())
    return x + torch.ones(2, device=x.device)


def first_bad():
    return torch.zeros(2).to(0) + torch.ones(2)
    # CHECK: :[[@LINE-1]]:33: warning: operands of '+' are on different devices: 'torch.zeros(2).to(0)' on cuda:0, 'torch.ones(2)' on cpu [device-mixed-operands]


def first_ok():
    return torch.zeros(2).to(0) + torch.ones(2, device=0)


def dtype_ok(y: torch.Tensor, other):
    a = torch.ones(3).to(y.dtype) + torch.ones(3)
    b = torch.ones(3).to(other.dtype) + torch.ones(3)
    c = torch.ones(3).to(torch.get_default_dtype()) + torch.ones(3)
    dtype = torch.float if y.dim() == 1 else torch.half
    return a, b, c, torch.ones(3).to(dtype) + torch.ones(3)


# A text that is put together names a device.
def formatted_ok(rank):
    return torch.ones(2).to(f"cuda:{rank}") + torch.ones(2, device=f"cuda:{rank}")


def formatted_bad(rank):
    return torch.ones(2).to(f"cuda:{rank}") + torch.ones(2)
    # CHECK: :[[@LINE-1]]:45: warning: operands of '+' are on different devices


def unknown_ok(kind, rank):
    return torch.ones(2).to(f"{kind}:{rank}") + torch.ones(2, device=f"{kind}:{rank}")
