# A loss keeps the weights that it is given as buffers: who assigns them moves the loss.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn

dev = torch.device("cuda" if torch.cuda.is_available() else "cpu")
x, y = torch.randn(3, 2, device=dev), torch.zeros(3, dtype=torch.long, device=dev)


def weight_bad():
    loss = nn.CrossEntropyLoss(weight=torch.ones(2))
    return loss(x, y)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'CrossEntropyLoss' may be on different devices: 'loss' on cpu, 'x' on cuda [device-mixed-operands]


def weight_ok():
    loss = nn.CrossEntropyLoss(weight=torch.ones(2))
    loss.weight = loss.weight.to(dev)
    return loss(x, y)


def data_ok():
    loss = nn.CrossEntropyLoss(weight=torch.ones(2))
    loss.weight.data = loss.weight.data.to(dev)
    return loss(x, y)


def none_ok():
    loss = nn.CrossEntropyLoss(weight=torch.ones(2))
    loss.weight = None
    return loss(x, y)


class Criterion(nn.Module):
    def __init__(self):
        super().__init__()
        self.ce = nn.CrossEntropyLoss(weight=torch.ones(2))

    def forward(self, x, y):
        self.ce.weight = self.ce.weight.to(x.device)
        return self.ce(x, y)


def member_ok():
    return Criterion()(x, y)


def types_bad():
    kind = "torch.FloatTensor"
    return torch.ones(2).type(kind) + torch.ones(2, device=dev)
    # CHECK: :[[@LINE-1]]:37: warning: operands of '+' may be on different devices: 'torch.ones(2).type(kind)' on cpu, 'torch.ones(2, device=dev)' on cuda [device-mixed-operands]


def types_ok():
    kind = "torch.cuda.FloatTensor" if torch.cuda.is_available() else "torch.FloatTensor"
    return torch.ones(2).type(kind) + torch.ones(2, device=dev)
