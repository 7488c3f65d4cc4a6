# RUN: not %device_tidy check --isolated --worlds multi --level 1 --output-format concise %s | FileCheck %s --implicit-check-not=warning:
# How packages call through: `**kwargs`, bound methods, movers of their own, guards that many flags make.
import torch
from torch import nn


# What is passed on and was not given is None.
def scale(x, mask=None, **kwargs):
    return x * mask if mask is not None else x


def outer(x, **kwargs):
    return scale(x, **kwargs)


def passed_bad(n):
    # CHECK: :[[@LINE+1]]:48: warning: operands of '+' are on different devices: 'outer(torch.ones(n, device="cuda"))' on cuda, 'torch.ones(n)' on cpu [device-mixed-operands]
    return outer(torch.ones(n, device="cuda")) + torch.ones(n)


def passed_ok(n):
    return outer(torch.ones(n, device="cuda")) + torch.ones(n, device="cuda")


def keyword_bad(n):
    # CHECK: :[[@LINE+1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'mask' on cpu [device-mixed-operands]
    return outer(torch.ones(n, device="cuda"), mask=torch.ones(n))


def keyword_ok(n):
    return outer(torch.ones(n, device="cuda"), mask=torch.ones(n, device="cuda"))


# What follows `*args` is not given by position.
def first(*args, scale=None):
    return args[0] * scale if scale is not None else args[0]


def first_ok(n):
    return first(torch.ones(n, device="cuda"), torch.ones(n))


# A bound method works where its module is.
def in_chunks(forward, x):
    return forward(x)


class Chunked(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def step(self, x):
        return self.fc(x)

    def forward(self, x):
        return in_chunks(self.step, x)


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Chunked()

    def forward(self, x):
        return self.inner(x)


def bound_bad():
    y = Outer().cuda()(torch.ones(1, 4, device="cuda"))
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'y' on cuda, 'torch.ones(1, 4)' on cpu [device-mixed-operands]
    return y + torch.ones(1, 4)


def bound_ok():
    y = Outer().cuda()(torch.ones(1, 4, device="cuda"))
    return y + torch.ones(1, 4, device="cuda")


# A module that hands its mover on.
class Base(nn.Module):
    def to(self, *args, **kwargs):
        print("moves")
        return super().to(*args, **kwargs)

    def cuda(self, *args, **kwargs):
        return super().cuda(*args, **kwargs)


class Moved(Base):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, x):
        return self.fc(x)


def mover_bad():
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'self.fc' on cuda, 'x' on cpu [device-mixed-operands]
    return Moved().to("cuda")(torch.ones(1, 4))


def mover_ok():
    return Moved().to("cuda")(torch.ones(1, 4, device="cuda"))


def cuda_bad():
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'Linear' are on different devices: 'self.fc' on cuda, 'x' on cpu [device-mixed-operands]
    return Moved().cuda()(torch.ones(1, 4))


def cuda_ok():
    return Moved().cuda()(torch.ones(1, 4, device="cuda"))


# The part that forward calls is made by what nobody follows.
class Built(nn.Module):
    def __init__(self, depth):
        super().__init__()

        def block(n):
            return nn.Sequential(nn.Linear(4, 4), block(n - 1)) if n else nn.Linear(4, 4)

        self.model = block(depth)

    def forward(self, x):
        return self.model(x)


def built_bad():
    # CHECK: :[[@LINE+1]]:12: warning: operands of 'forward' are on different devices: 'self.model' on cuda, 'x' on cpu [device-mixed-operands]
    return Built(3).cuda()(torch.ones(1, 4))


def built_ok():
    return Built(3).cuda()(torch.ones(1, 4, device="cuda"))


def built_unmoved_ok():
    return Built(3)(torch.ones(1, 4))


# Each flag halves what is known of the guards; where all that is left is one place, it is there.
class Loss(nn.Module):
    def __init__(self, a=False, b=False, c=None, d=None, e=None):
        super().__init__()
        self.a, self.b, self.c, self.d, self.e = a, b, c, d, e

    def forward(self, input: torch.Tensor, target: torch.Tensor):
        if self.c is not None:
            input = self.c(input)
        if self.a:
            if self.d is not None:
                if self.d < 0 or self.d > 9:
                    target = torch.where(target == self.d, torch.zeros_like(target), target)
            target = target.float()
        if not self.b:
            target = target[:, 1:]
            input = input[:, 1:]
        if self.e is not None:
            input, target = input * 2, target * 2
        return input * target


def flags_bad():
    # CHECK: :[[@LINE+1]]:12: warning: operands of '*' are on different devices: 'input' on cuda, 'target' on cpu [device-mixed-operands]
    return Loss()(torch.ones(2, 2, device="cuda"), torch.ones(2, 2))


def flags_ok():
    return Loss()(torch.ones(2, 2, device="cuda"), torch.ones(2, 2, device="cuda"))


# What gives a dtype is no device.
def promoted_bad(n):
    a, b = torch.ones(n, device="cuda"), torch.ones(n)
    dtype = torch.promote_types(a.dtype, b.dtype)
    # CHECK: :[[@LINE+1]]:24: warning: operands of '*' are on different devices: 'a.to(dtype)' on cuda, 'b.to(dtype)' on cpu [device-mixed-operands]
    return a.to(dtype) * b.to(dtype)


def promoted_ok(n):
    a, b = torch.ones(n, device="cuda"), torch.ones(n, device="cuda")
    dtype = torch.promote_types(a.dtype, b.dtype)
    return a.to(dtype) * b.to(dtype).to(torch.get_default_dtype()).to(torch.result_type(a, b))


# Programs run as they stand; who traces them takes other ways.
def traced_bad(n):
    a, b = torch.ones(n, device="cuda"), torch.ones(n)
    if torch.jit.is_tracing() or torch.onnx.is_in_onnx_export():
        b = b.cuda()
    # CHECK: :[[@LINE+1]]:14: warning: operands of '+' are on different devices: 'a' on cuda, 'b' on cpu [device-mixed-operands]
    return a + b


def traced_ok(n):
    a, b = torch.ones(n, device="cuda"), torch.ones(n)
    if not torch.jit.is_scripting():
        b = b.cuda()
    return a + b
