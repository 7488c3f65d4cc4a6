# RUN: not %device_tidy check --isolated --output-format concise --level 1 %s | FileCheck %s --implicit-check-not=warning:
# A helper that compares the number of accelerators with an index of its caller's.
import torch
from torch import nn


def try_gpu(i=0):
    if torch.cuda.device_count() >= i + 1:
        return torch.device(f'cuda:{i}')
    return torch.device('cpu')


def input_bad():
    net = nn.Linear(2, 2).to(try_gpu())
    # CHECK: :[[#@LINE+1]]:12: warning: operands of 'Linear' may be on different devices: 'net' on {{.*}}, 'torch.ones(3, 2)' on cpu [device-mixed-operands]
    return net(torch.ones(3, 2))


def input_good():
    device = try_gpu()
    net = nn.Linear(2, 2).to(device)
    return net(torch.ones(3, 2, device=device))


# On a machine with one, the second is the CPU.
def second_bad():
    x = torch.ones(3, 2, device=try_gpu())
    y = torch.ones(3, 2, device=try_gpu(1))
    # CHECK: :[[#@LINE+1]]:14: warning: operands of '+' may be on different devices
    return x + y


def second_good():
    x = torch.ones(3, 2, device=try_gpu())
    y = torch.ones(3, 2, device=try_gpu(1)).to(x.device)
    return x + y


def same_good():
    x = torch.ones(3, 2, device=try_gpu())
    y = torch.ones(3, 2, device=try_gpu())
    return x + y


def counted_good(x: torch.Tensor, i: int):
    if torch.cuda.device_count() > i:
        return x.cuda(i)
    return x
