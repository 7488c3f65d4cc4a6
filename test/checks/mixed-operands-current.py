# RUN: not %device_tidy check --isolated --level 2 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# RUN: %device_tidy check --isolated --level 1 --output-format concise %s | count 0
# That a tensor is on an accelerator does not say on which: `cuda()` moves to the current one.
import torch
from torch import nn


def moved_bad(x, y):
    if x.is_cuda:
        y = y.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: 'x' on its caller's device, 'y' on cuda [device-mixed-operands]
    return x * y


def moved_good(x, y):
    if x.is_cuda:
        y = y.to(x.device)
    return x * y


def guarded_good(x, y):
    # The device of x is the current one.
    if x.is_cuda:
        with torch.cuda.device(x.device):
            y = y.cuda()
    return x * y


def indexed_good(x, y):
    if x.is_cuda:
        y = y.cuda(x.get_device())
    return x * y


def created_bad(x):
    y = torch.ones(3, device="cuda" if x.is_cuda else "cpu")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: {{.*}} [device-mixed-operands]
    return x + y


def created_good(x):
    y = torch.ones(3, device=x.device if x.is_cuda else "cpu")
    return x + y


def typed_bad(x):
    y = torch.cuda.FloatTensor(3) if x.is_cuda else torch.FloatTensor(3)
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: {{.*}} [device-mixed-operands]
    return x + y.fill_(1)


def asked_by_type_bad(x):
    y = torch.ones(3)
    if x.device.type == "cuda":
        y = y.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'cat' may be on different devices: {{.*}} [device-mixed-operands]
    return torch.cat([x, y])


def asked_by_type_good(x):
    y = torch.ones(3)
    if x.device.type == "cuda":
        y = y.to(x.device)
    return torch.cat([x, y])


class Steps(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(3))

    def steps_bad(self, n):
        steps = torch.arange(n)
        if self.weight.is_cuda:
            steps = steps.cuda()
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: {{.*}} [device-mixed-operands]
        return self.weight * steps

    def steps_good(self, n):
        steps = torch.arange(n)
        if self.weight.is_cuda:
            steps = steps.to(self.weight.device)
        return self.weight * steps
