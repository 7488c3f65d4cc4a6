# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# A method that its class names, the library's or a base's: it does to its first argument what it does to an object.
import torch
from torch import nn


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def forward(self, x):
        return self.b(self.a(x))


class To(Pair):
    def to(self, device):
        super().to(device)
        return self


class Cuda(Pair):
    def cuda(self, device=None):
        return super().cuda(device)


class Cpu(Pair):
    def cpu(self):
        print("back")
        return super().cpu()


class Stays(Pair):
    def cuda(self, device=None):
        return self


class FirstOnly(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)

    def cuda(self, device=None):
        self.a.cuda(device)
        return self

    def forward(self, x, y):
        return self.a(x), self.b(y)


# Whoever moves it comes by _apply, and nobody looks at what that does.
class FirstApplied(FirstOnly):
    def _apply(self, fn, recurse=True):
        self.a._apply(fn)
        return self


class AllApplied(Pair):
    def _apply(self, fn, recurse=True):
        super()._apply(fn)
        self.moved = True
        return self


class SometimesApplied(Pair):
    def _apply(self, fn, recurse=True):
        if self.training:
            return self
        return super()._apply(fn)


def named_ok():
    m = Pair()
    nn.Module.cuda(m.a)
    nn.Module.to(m.b, "cuda")
    return m(torch.ones(2, 4, device="cuda"))


def named_bad():
    m = Pair()
    nn.Module.cuda(m.a)
    nn.Module.to(m.b, "cuda")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def type_of_ok():
    m = Pair()
    type(m.a).cuda(m.a)
    type(m.b).cuda(m.b)
    return m(torch.ones(2, 4, device="cuda"))


def own_to_ok():
    m = To()
    m.to("cuda")
    return m(torch.ones(2, 4, device="cuda"))


def own_to_bad():
    m = To()
    m.to("cuda")
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def own_cuda_ok():
    m = Cuda().cuda()
    return m(torch.ones(2, 4, device="cuda"))


def own_cuda_bad():
    m = Cuda().cuda()
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def own_cpu_ok():
    m = Cpu().cuda().cpu()
    return m(torch.ones(2, 4))


def own_cpu_bad():
    m = Cpu().cuda().cpu()
    return m(torch.ones(2, 4, device="cuda"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def stays_ok():
    m = Stays().cuda()
    return m(torch.ones(2, 4))


def stays_bad():
    m = Stays().cuda()
    return m(torch.ones(2, 4, device="cuda"))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def first_only_ok():
    m = FirstOnly()
    m.cuda()
    return m(torch.ones(2, 4, device="cuda"), torch.ones(2, 4))


def first_only_bad():
    m = FirstOnly()
    m.cuda()
    return m(torch.ones(2, 4), torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def first_applied_ok():
    m = FirstApplied()
    m.to("cuda")
    return m(torch.ones(2, 4, device="cuda"), torch.ones(2, 4))


def all_applied_ok():
    m = AllApplied().cuda()
    return m(torch.ones(2, 4, device="cuda"))


def all_applied_bad():
    m = AllApplied().cuda()
    return m(torch.ones(2, 4))
    # CHECK: :[[#@LINE-1]]:12: warning: operands of 'Linear' are on different devices


def sometimes_applied_ok():
    m = SometimesApplied().cuda()
    return m(torch.ones(2, 4))
