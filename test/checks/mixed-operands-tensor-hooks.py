# A hook of a tensor is called with its gradient, which is where the tensor is.
# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def hook_bad():
    net = nn.Linear(3, 3).to("cuda")
    scale = torch.ones(3)
    loss = net(torch.zeros(2, 3, device="cuda"))
    loss.register_hook(lambda grad: grad / scale)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '/' are on different devices: 'grad' on cuda, 'scale' on cpu


def hook_good():
    net = nn.Linear(3, 3).to("cuda")
    scale = torch.ones(3, device="cuda")
    loss = net(torch.zeros(2, 3, device="cuda"))
    loss.register_hook(lambda grad: grad / scale)


def zero(grad):
    return grad * torch.zeros(3)


def named_bad(x):
    y = x.to("cuda").requires_grad_()
    y.register_hook(zero)
    # CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: operands of '*' {{.*}} on different devices: 'grad' on cuda, 'torch.zeros(3)' on cpu


def named_good(x):
    y = x.to("cpu").requires_grad_()
    y.register_hook(zero)
