# RUN: not %device_tidy check --isolated --level 2 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A tensor that nobody has differentiated has no gradient: what stands in for it is made on the CPU.
import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def one_bad():
    p = nn.Linear(3, 3).to(device).weight
    g = p.grad if p.grad is not None else torch.zeros(3, 3)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'g' on cpu, 'p' on cuda
    return g + p


def one_good():
    p = nn.Linear(3, 3).to(device).weight
    g = p.grad if p.grad is not None else torch.zeros(3, 3, device=p.device)
    return g + p


def collected_bad(net: nn.Module):
    grads = []
    net = nn.Linear(3, 3).to(device)
    for p in net.parameters():
        if p.grad is None:
            grads.append(torch.zeros(1))
        else:
            grads.append(p.grad.flatten())
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cat' may be on different devices
    return torch.cat(grads)


def collected_good(net: nn.Module):
    grads = []
    net = nn.Linear(3, 3).to(device)
    for p in net.parameters():
        if p.grad is None:
            grads.append(torch.zeros(1, device=p.device))
        else:
            grads.append(p.grad.flatten())
    return torch.cat(grads)


# The gradient is where the tensor is.
def read_bad():
    p = nn.Linear(3, 3).to(device).weight
    p.sum().backward()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '-' may be on different devices: 'p.grad' on cuda
    return p.grad - torch.ones(3, 3)


def read_good():
    p = nn.Linear(3, 3).to(device).weight
    p.sum().backward()
    return p.grad - torch.ones(3, 3, device=device)
