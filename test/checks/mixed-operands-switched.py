# A flag that moves an operand, or leaves it: it says where all of the program is. What a module asks for is its own
# affair, and its flag is of level 3. Where the flag does something else, it is none of these.
# RUN: not %device_tidy check --isolated --output-format concise --ignore device-unguarded-accelerator,device-implicit-creation,device-mixed-transfer %s | FileCheck %s --implicit-check-not=warning:
# RUN: not %device_tidy check --isolated --output-format concise --level 3 --select device-mixed-operands %s | FileCheck %s --check-prefixes=CHECK,THREE --implicit-check-not=warning:
import torch
from torch import nn


def fit_ok(net, batches, cuda, rank=0):
    net.train()
    for batch in batches:
        images, targets = batch[0], batch[1]
        if cuda:
            images = images.cuda(rank)
        net(images)


def run_ok(net: nn.Module, cuda, device, other):
    other = other.to(device)
    x = torch.ones(3)
    if cuda:
        x = x.cuda()
    return net(x), other


def run_bad(net: nn.Module, wide, device, other):
    other = other.to(device)
    x = torch.ones(3)
    if wide:
        x = 2 * x
    return net(x), other
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'forward' may be on different devices


class SwitchedOk(nn.Module):
    def __init__(self, cuda):
        super().__init__()
        self.cuda = cuda

    def forward(self, x):
        scale = torch.ones(3)
        if self.cuda:
            scale = scale.type_as(x)
        return x * scale
        # THREE: :[[@LINE-1]]:18: warning: operands of '*' may be on different devices


class OtherBad(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.wide = wide

    def forward(self, x):
        scale = torch.ones(3)
        if self.wide:
            scale = 2 * scale
        return x * scale
        # CHECK: :[[@LINE-1]]:18: warning: operands of '*' may be on different devices
