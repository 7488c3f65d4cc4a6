# RUN: not %device_tidy check --isolated --worlds gpu --level 2 --output-format concise --select device-mixed-operands --select device-generator-mismatch %s | FileCheck %s --implicit-check-not=warning:
# A function that a constructor puts into a member is called with what it has captured, whichever method calls it.
import torch
from torch import nn


def ramp(device):
    def make(n):
        return torch.arange(n, device=device)

    return make


class BadRamp:
    def __init__(self):
        self.make = ramp("cpu")

    def run(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: {{.*}} on cuda, 'self.make(3)' on cpu
        return torch.ones(3, device="cuda") + self.make(3)


class GoodRamp:
    def __init__(self):
        self.make = ramp("cuda")

    def run(self):
        return torch.ones(3, device="cuda") + self.make(3)


class BadPair:
    def __init__(self):
        self.scale, self.make = self.functions()

    def functions(self):
        def scale(x):
            return x * 2

        def make(n):
            return torch.arange(n)

        return scale, make

    def run(self, x):
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: {{.*}} on cuda, 'self.make(3)' on cpu
        return self.scale(torch.ones(3, device="cuda")) + self.make(3)


class GoodPair:
    def __init__(self):
        self.scale, self.make = self.functions()

    def functions(self):
        def scale(x):
            return x * 2

        def make(n):
            return torch.arange(n, device="cuda")

        return scale, make

    def run(self, x):
        return self.scale(torch.ones(3, device="cuda")) + self.make(3)


class BadChosen:
    def __init__(self):
        self.make = self.function()

    def function(self):
        if torch.__version__ >= "1.7.0":

            def make(n):
                return torch.arange(n)

        else:

            def make(n):
                return torch.arange(0, n) * 2

        return make

    def run(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: {{.*}} on cuda, 'self.make(3)' on cpu
        return torch.ones(3, device="cuda") + self.make(3)


class GoodChosen:
    def __init__(self):
        self.make = self.function()

    def function(self):
        if torch.__version__ >= "1.7.0":

            def make(x):
                return torch.arange(3, device=x.device)

        else:

            def make(x):
                return torch.arange(0, 3).to(x)

        return make

    def run(self):
        x = torch.ones(3, device="cuda")
        return x + self.make(x)


def rounder(generator):
    def round_(x):
        return torch.bernoulli(x, generator=generator)

    return round_


class BadRounding(nn.Module):
    def __init__(self):
        super().__init__()
        self.generator = torch.Generator()
        self.round = rounder(self.generator)

    def forward(self, x):
        # CHECK: :[[#@LINE+1]]:16: warning: 'bernoulli' may draw from a generator on another device: 'generator' on cpu
        return self.round(x)


class GoodRounding(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.generator = torch.Generator(device)
        self.round = rounder(self.generator)

    def forward(self, x):
        return self.round(x)


def bad_rounding():
    return BadRounding().cuda()(torch.rand(3, device="cuda"))


def good_rounding():
    return GoodRounding("cuda").cuda()(torch.rand(3, device="cuda"))


# Who derives from it, or somebody else, puts another one there.


class Base:
    def __init__(self):
        self.make = ramp("cpu")

    def run(self):
        return torch.ones(3, device="cuda") + self.make(3)


class GoodDerived(Base):
    def __init__(self):
        super().__init__()
        self.make = ramp("cuda")


class GoodReplaced:
    def __init__(self):
        self.make = ramp("cpu")

    def to_accelerator(self):
        self.make = ramp("cuda")

    def run(self):
        return torch.ones(3, device="cuda") + self.make(3)


class BadLibrary:
    def __init__(self):
        self.make = torch.zeros

    def run(self):
        # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'self.make(3)' on cpu
        return self.make(3) + torch.ones(3, device="cuda")


class GoodLibrary:
    def __init__(self):
        self.make = torch.zeros

    def run(self):
        return self.make(3, device="cuda") + torch.ones(3, device="cuda")


class GoodLayer(nn.Module):
    def __init__(self, smooth=True):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.activation = torch.sigmoid if smooth else torch.relu

    def forward(self, x):
        return self.activation(self.layer(x)) + x


# Which of two it is, a constructor asks what its members may tell.


def chosen(k):
    def first(x):
        return x.cuda()

    def second(x):
        return x

    return first if k else second


class BadTold:
    def __init__(self, k):
        self.f = chosen(k)
        self.k = k

    def run(self):
        y = self.f(torch.ones(2))
        if self.k:
            # CHECK: :[[#@LINE+1]]:{{.*}} operands of '+' are on different devices: 'y' on cuda
            return y + torch.ones(2)
        return y + torch.ones(2)


class GoodTold:
    def __init__(self, k):
        self.f = chosen(k)
        self.k = k

    def run(self):
        y = self.f(torch.ones(2))
        if self.k:
            return y + torch.ones(2, device="cuda")
        return y + torch.ones(2)


class GoodUntold:
    def __init__(self, k):
        self.f = chosen(k)

    def run(self):
        return self.f(torch.ones(2)) + torch.ones(2)


def placing(k):
    def first(o):
        o.x = torch.ones(2, device="cuda")

    def second(o):
        o.x = torch.ones(2)

    return first if k else second


class Holder:
    pass


class GoodPlacing:
    def __init__(self, k):
        self.place = placing(k)

    def run(self):
        o = Holder()
        self.place(o)
        return o.x + torch.ones(2)
