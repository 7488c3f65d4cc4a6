# RUN: not %device_tidy check --isolated --level 1 --select device-mixed-operands --output-format concise %s | FileCheck %s --implicit-check-not='warning:'
# What a module keeps of one call and meets in another.
import torch
from torch import nn


# What a call has put into a member is met by the calls after it, wherever the module is then.
class ByParameter(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.limit = None

    def forward(self, x):
        if self.limit is None:
            self.limit = torch.zeros(3).to(self.w.device)
        return x * self.w + self.limit


def by_parameter_bad():
    m = ByParameter()
    m(torch.rand(3))
    m = m.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x * self.w' on cuda, 'self.limit' on cpu
    return m(torch.rand(3).cuda())


def by_parameter_good():
    m = ByParameter()
    m = m.cuda()
    m(torch.rand(3).cuda())
    return m(torch.rand(3).cuda())


# It is kept as long as the shape is the same; what the constructor put there is made anew.
class ByShape(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.grid = torch.zeros(1)

    def forward(self, x):
        if self.grid.shape != x.shape:
            self.grid = torch.zeros(3).to(x.device)
        return x * self.w + self.grid


def by_shape_bad():
    m = ByShape().to("cuda")
    m(torch.rand(3).to("cuda"))
    m.to("cpu")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x * self.w' on cpu, 'self.grid' on cuda
    return m(torch.rand(3))


def by_shape_good():
    m = ByShape().to("cuda")
    m(torch.rand(3).to("cuda"))
    return m(torch.rand(3).to("cuda"))


class BySize(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.table = None

    def forward(self, x):
        if self.table is None or self.table.shape[0] < x.shape[0]:
            self.table = torch.zeros(x.shape[0], device=x.device)
        return x * self.w + self.table


def by_size_bad():
    m = BySize()
    m(torch.rand(3))
    m.to("cuda")
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x * self.w' on cuda, 'self.table' on cpu
    return m(torch.rand(3).to("cuda"))


def by_size_good():
    m = BySize()
    m.to("cuda")
    m(torch.rand(3).to("cuda"))
    return m(torch.rand(3).to("cuda"))


# A module that gives back what it has kept.
class Encoding(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = None

    def forward(self, x):
        if self.kept is not None and self.kept.shape == x.shape:
            return self.kept
        self.kept = torch.zeros(3, device=x.device)
        return self.kept


class Summer(nn.Module):
    def __init__(self, encoding):
        super().__init__()
        self.encoding = encoding

    def forward(self, x):
        return x + self.encoding(x)


def given_back_bad():
    m = Summer(Encoding())
    m(torch.rand(3))
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' may be on different devices: 'x' on cuda, 'self.encoding(x)' on cpu
    return m(torch.rand(3).cuda())


def given_back_good():
    m = Summer(Encoding())
    return m(torch.rand(3).cuda())


class Asking(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = None

    def forward(self, x):
        if self.kept is not None and self.kept.shape == x.shape and self.kept.device == x.device:
            return self.kept
        self.kept = torch.zeros(3, device=x.device)
        return self.kept


class AskingSummer(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoding = Asking()

    def forward(self, x):
        return x + self.encoding(x)


def asking_good():
    m = AskingSummer()
    m(torch.rand(3))
    return m(torch.rand(3).cuda())


# The same in a method of its own, which asks for the device as well or not, and the module stands in a sequence.
class Kernel(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.index = None
        self.limit = None

    def prepare(self, device):
        if self.index is None or self.limit is None:
            self.index = torch.zeros(3).to(device)
            self.limit = torch.ones(3).to(device)

    def forward(self, x):
        self.prepare(self.w.device)
        return x * self.w + self.limit


class AskingKernel(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.rand(3))
        self.index = None
        self.limit = None

    def forward(self, x):
        self.prepare(self.w.device)
        return x * self.w + self.limit

    def prepare(self, device):
        if self.index is None or self.limit is None or self.index.device != device:
            self.index = torch.zeros(3).to(device)
            self.limit = torch.ones(3).to(device)


def in_sequence_bad():
    m = nn.Sequential(Kernel(), nn.ReLU())
    m(torch.rand(3))
    m = m.cuda()
    # CHECK: :[[#@LINE+1]]:{{.*}} warning: operands of '+' are on different devices: 'x * self.w' on cuda, 'self.limit' on cpu
    return m(torch.rand(3).cuda())


def in_sequence_good():
    m = nn.Sequential(AskingKernel(), nn.ReLU())
    m(torch.rand(3))
    m = m.cuda()
    return m(torch.rand(3).cuda())
