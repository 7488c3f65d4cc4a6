# What comes after a call is reached, unless nothing can be called there that returns.
#
# RUN: not %device_tidy check --isolated --output-format concise --level 2 --select device-mixed-operands --select device-load-without-map-location %s -- | FileCheck %s --implicit-check-not=warning:
from abc import abstractmethod
from typing import Optional

import torch
from package import Net
from torch import Tensor, nn

# A recursive call in each round of a loop: the loop may have no rounds.


def strip(module):
    for child in module.children():
        strip(child)


def bad_after_recursion(net, path):
    strip(net)
    net.load_state_dict(torch.load(path))  # CHECK: :[[#@LINE]]:25: warning:


def good_after_recursion(net, path):
    strip(net)
    net.load_state_dict(torch.load(path, map_location="cpu"))


def visit(tree):
    for branch in tree:
        for leaf in branch:
            visit(leaf)


def bad_after_nested_loops(tree):
    visit(tree)
    return torch.zeros(3).cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:34: warning:


def good_after_nested_loops(tree):
    visit(tree)
    return torch.zeros(3).cuda() + torch.zeros(3).cuda()


def count(tree):
    return [count(branch) for branch in tree]


def bad_after_comprehension(tree):
    count(tree)
    return torch.zeros(3).cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:34: warning:


# Two functions that call each other and nothing else are rather two that derived classes define.


class Codec:
    def encode(self, x):
        return self.decode(x)

    def decode(self, x):
        return self.encode(x)


def bad_after_circle(codec: Codec, x):
    y = codec.encode(x)
    return y, torch.zeros(3).cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:37: warning:


# Numbers lie between integers.


class Average:
    def __init__(self, decay, path):
        assert decay > 0 and decay < 1
        self.weights = torch.load(path)  # CHECK: :[[#@LINE]]:24: warning:


class PlacedAverage:
    def __init__(self, decay, path):
        assert decay > 0 and decay < 1
        self.weights = torch.load(path, map_location="cpu")


def good_integers(x, decay):
    # No number is below 0 and above 1.
    if decay < 0 and decay > 1:
        return x.cuda() + torch.zeros(3)


def good_count(xs):
    assert len(xs) > 1
    if len(xs) <= 1:
        return torch.zeros(3).cuda() + torch.zeros(3)


# A method as a value is not its object.


class Attend(nn.Module):
    def __init__(self, fast):
        super().__init__()
        self.fast = fast
        self.fn = self.pick()

    def pick(self):
        if self.fast:
            return self.one
        return self.two

    def one(self, x):
        return x + 1

    def two(self, x):
        return x + 2

    def bad_forward(self, x):
        y = self.fn(x)
        return y + torch.zeros(3)  # CHECK: :[[#@LINE]]:18: warning:

    def good_forward(self, x):
        y = self.fn(x)
        return y + torch.zeros(3, device=x.device)

    def forward(self, x):
        return self.bad_forward(x)


# A derived class of the program says something else of a variable of the class.


class _Base(nn.Module):
    shifted = False
    scale = None
    shape = None

    def bad_flag(self, x: Tensor):
        if self.shifted:
            return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:29: warning:
        return x

    def good_flag(self, x: Tensor):
        if self.shifted:
            return x.cuda() + torch.zeros(3).cuda()
        return x

    def bad_none(self, x: Tensor):
        if self.scale is None:
            return x
        return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:25: warning:

    # Nobody does.
    def good_final(self, x: Tensor):
        if self.shape is None:
            return x
        return x.cuda() + torch.zeros(3)


class _Shifted(_Base):
    shifted = True

    def __init__(self):
        super().__init__()
        self.scale = 2.0


# Others may, of a class that they can see.


class Public(nn.Module):
    shifted = False

    def bad_flag(self, x: Tensor):
        if self.shifted:
            return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:29: warning:
        return x


class Settings:
    shifted = False


def good_named(x: Tensor):
    if Settings.shifted:
        return x.cuda() + torch.zeros(3)
    return x


# So it is with methods.


class _Task(nn.Module):
    def setup(self):
        raise ValueError("no such task")

    def uses_mask(self):
        return False

    def mask(self):
        return None

    def fail(self):
        raise ValueError("always")

    @classmethod
    def kind(cls):
        raise ValueError("no such task")

    def bad_raised(self, x: Tensor):
        self.setup()
        return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:25: warning:

    def bad_flag(self, x: Tensor):
        if self.uses_mask():
            return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:29: warning:
        return x

    def bad_none(self, x: Tensor):
        mask = self.mask()
        if mask is not None:
            return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:29: warning:
        return x

    def good_fails(self, x: Tensor):
        self.fail()
        return x.cuda() + torch.zeros(3)

    @classmethod
    def bad_class(cls, x: Tensor):
        cls.kind()
        return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:25: warning:


class _OtherTask(_Task):
    def setup(self):
        pass

    def uses_mask(self):
        return True

    def mask(self):
        return torch.ones(3)

    @classmethod
    def kind(cls):
        return 1


def good_made(x: Tensor):
    _Task().setup()
    return x.cuda() + torch.zeros(3)


class Abstract:
    def run(self, x):
        name = type(self).__name__
        if not name:
            raise NotImplementedError(name)
        else:
            raise NotImplementedError

    def bad_run(self, x: Tensor):
        self.run(x)
        return x.cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:25: warning:


# Net derives from what it takes the name of.


class Net(Net):
    def forward(self, x):
        y = super().forward(x)
        return y, torch.zeros(3).cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:41: warning:


# A member that may be None.


class Scaled(nn.Module):
    def __init__(self, scale: Optional[Tensor] = None):
        super().__init__()
        self.register_buffer("scale", scale)
        self.bias = nn.Parameter(torch.zeros(3)) if scale is not None else None

    def bad_none(self, x):
        if self.scale is not None:
            return x
        return torch.zeros(3).cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:38: warning:

    def bad_parameter(self, x):
        if self.bias is not None:
            return x
        return torch.zeros(3).cuda() + torch.zeros(3)  # CHECK: :[[#@LINE]]:38: warning:
