# What a member holds is what methods put there: it does not follow the module, nor the device that another member names.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


class StateBad(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.h = None

    def reset(self, n):
        self.h = torch.zeros(n, 3)

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: {{.*}} on the module's device, 'self.h' on cpu
        return self.lin(x) + self.h


class StateGood(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.h = None

    def reset(self, n):
        self.h = torch.zeros(n, 3, device=self.lin.weight.device)

    def forward(self, x):
        return self.lin(x) + self.h


class Moved(nn.Module):
    """The member is brought along."""

    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.h = None

    def reset(self, n):
        self.h = torch.zeros(n, 3)

    def place(self, device):
        self.h = self.h.to(device)

    def forward(self, x):
        return self.lin(x) + self.h


class Registered(nn.Module):
    """What is made a parameter is registered."""

    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def reset(self, n):
        self.h = nn.Parameter(torch.zeros(n, 3))

    def forward(self, x):
        return self.lin(x) + self.h


class SumBad:
    def __init__(self, net, device):
        self.device = device
        self.net = net.to(device)

    def begin(self, n):
        self.total = torch.zeros(n)

    def step(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+=' may be on different devices: 'self.total' on cpu, {{.*}}
        self.total += self.net(x.to(self.device)).sum(0)


class SumGood:
    def __init__(self, net, device):
        self.device = device
        self.net = net.to(device)

    def begin(self, n):
        self.total = torch.zeros(n, device=self.device)

    def step(self, x):
        self.total += self.net(x.to(self.device)).sum(0)


class Either:
    """One of two methods puts it there: nobody knows which was called."""

    def __init__(self, device):
        self.device = device

    def begin(self, n):
        self.total = torch.zeros(n)

    def begin_there(self, n):
        self.total = torch.zeros(n, device=self.device)

    def read(self, x):
        return self.total + x.to(self.device)


class LastBad:
    def setup(self):
        self.mean = torch.zeros(3).cuda()

    def norm(self, n):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '-' are on different devices: {{.*}} on cpu, 'self.mean' on cuda
        return torch.randn(n, 3) - self.mean


class LastGood:
    def setup(self):
        self.mean = torch.zeros(3).cuda()

    def norm(self, n):
        return torch.randn(n, 3, device="cuda") - self.mean


class RunnerBad:
    def build(self, device):
        self.device = device
        self.model = nn.Linear(3, 3).to(device)

    def run(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of 'Linear' may be on different devices: 'self.model' on {{.*}}, {{.*}} on cpu
        return self.model(torch.randn(2, 3))


class RunnerGood:
    def build(self, device):
        self.device = device
        self.model = nn.Linear(3, 3).to(device)

    def run(self):
        return self.model(torch.randn(2, 3, device=self.device))


class QueueBad:
    def __init__(self, device):
        self.device = device
        self.items = []

    def put(self, x):
        self.items.append(x.to(self.device))

    def get(self, n):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '*' may be on different devices: {{.*}}, 'torch.ones(n)' on cpu
        return torch.stack(self.items) * torch.ones(n)


class QueueGood:
    def __init__(self, device):
        self.device = device
        self.items = []

    def put(self, x):
        self.items.append(x.cpu())

    def get(self, n):
        return torch.stack(self.items) * torch.ones(n)


class TableBad:
    def __init__(self, device):
        self.device = device
        self.named = {}

    def put(self, name, x):
        self.named[name] = x.to(self.device)

    def get(self, name, n):
        # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '-' may be on different devices: 'self.named[name]' on {{.*}}, 'torch.zeros(n)' on cpu
        return self.named[name] - torch.zeros(n)


class TableGood:
    def __init__(self, device):
        self.device = device
        self.named = {}

    def put(self, name, x):
        self.named[name] = x.to(self.device)

    def get(self, name, n):
        return self.named[name] - torch.zeros(n, device=self.device)


# A factory chooses a module, and says where it is.
def build(deep: bool, device):
    if deep:
        net = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    else:
        net = nn.Linear(3, 3)
    return net.to(device)


def built_bad(deep):
    net = build(deep, "cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of {{.*}} different devices: 'net' on cuda, {{.*}} on cpu
    return net(torch.zeros(1, 3))


def built_good(deep):
    net = build(deep, "cuda")
    return net(torch.zeros(1, 3, device="cuda"))


# A type of tensors names no accelerator of several.
def typed_bad():
    x = torch.ones(3, device="cuda:1")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' {{.*}} on different devices: {{.*}} on cuda{{.*}}, 'x' on cuda:1
    return torch.arange(3).type(x.type()) + x


def typed_good():
    x = torch.ones(3, device="cuda:1")
    return torch.arange(3).to(x.device) + x
