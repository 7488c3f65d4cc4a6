# A replica runs on an accelerator of its own, which is the current one there: what the module registers goes with it,
# and what it was told or keeps stays where it was (torch/nn/parallel/replicate.py, parallel_apply.py).
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class Told(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.device = device

    def forward(self, x):
        return self.lin(x) + torch.zeros(3, device=self.device)


class Asks(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.device = device

    def forward(self, x):
        return self.lin(x) + torch.zeros(3, device=x.device)


class Brings(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.device = device

    def forward(self, x):
        return self.lin(x.to(self.device))


class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.scale = torch.ones(3).cuda()

    def forward(self, x):
        return self.lin(x) * self.scale


class Registers(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.register_buffer("scale", torch.ones(3).cuda())

    def forward(self, x):
        return self.lin(x) * self.scale


class Current(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x, y=None):
        if y is None:
            y = torch.zeros(3, device="cuda")
        return self.lin(x) + y + torch.ones(3).cuda()


class Outer(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.inner = Told(device)

    def forward(self, x):
        return self.inner(x)


device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")


def told_bad():
    return nn.DataParallel(Told(device)).to(device)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'self.lin(x)' on the replica's accelerator, 'torch.zeros(3, device=self.device)' on cuda:0 [device-mixed-operands]


def asks_ok():
    return nn.DataParallel(Asks(device)).to(device)


def told_current_ok():
    return nn.DataParallel(Told("cuda")).to(device)


def outer_bad():
    return nn.DataParallel(Outer(device).to(device))
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'self.lin(x)' on the replica's accelerator, 'torch.zeros(3, device=self.device)' on cuda:0


def brings_bad():
    return nn.DataParallel(Brings(device)).to(device)
    # CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' are on different devices: 'self.lin' on the replica's accelerator, 'x.to(self.device)' on cuda:0


def keeps_bad():
    return nn.DataParallel(Keeps()).cuda()
    # CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'self.lin(x)' on the replica's accelerator, 'self.scale' on cuda:0


def registers_ok():
    return nn.DataParallel(Registers()).cuda()


def current_ok():
    return nn.DataParallel(Current()).cuda()


def one_ok():
    return nn.DataParallel(Told("cuda:0"), device_ids=[0]).cuda()


def two_bad():
    return nn.DataParallel(Told("cuda:0"), device_ids=[0, 1]).cuda()
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices


# Which accelerators they are nobody knows here.
def FN_several(ids):
    return nn.DataParallel(Told("cuda:0"), device_ids=ids).cuda()


class Trainer:
    def __init__(self, device):
        self.model = nn.DataParallel(Told(device)).to(device)


def trainer_bad():
    return Trainer(device)
    # CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices


def trainer_ok():
    return Trainer("cuda")


# With one accelerator there is one replica; nobody understands that question.
def FP_counted():
    if torch.cuda.device_count() == 1:
        nn.DataParallel(Told("cuda:0")).cuda()
        # CHECK: :[[@LINE-1]]:9: warning: operands of '+' {{are|may be}} on different devices
