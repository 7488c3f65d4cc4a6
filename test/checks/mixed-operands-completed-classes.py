# A decorator, a metaclass, `__init_subclass__` or another `__init__` goes on with an object: nobody knows for sure where it is.
# RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch import nn


def on_gpu(cls):
    old = cls.__init__

    def init(self, *args, **kwargs):
        old(self, *args, **kwargs)
        self.a.cuda()

    cls.__init__ = init
    return cls


def registered(name):
    def add(cls):
        print(name, cls)
        return cls

    return add


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)

    def forward(self, x):
        return self.a(x)


@on_gpu
class Decorated(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)

    def forward(self, x):
        return self.a(x)


class Below(Decorated):
    pass


@registered("net")
class Registered(Base):
    pass


class Placing(type):
    def __call__(cls, *args, **kwargs):
        made = super().__call__(*args, **kwargs)
        made.to("cuda")
        return made


class Counting(type):
    def __call__(cls, *args, **kwargs):
        print(cls)
        return super().__call__(*args, **kwargs)


class Placed(Base, metaclass=Placing):
    pass


class Counted(Base, metaclass=Counting):
    pass


class Deriving(nn.Module):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        old = cls.__init__

        def init(self, *args, **kw):
            old(self, *args, **kw)
            self.cuda()

        cls.__init__ = init


class Derived(Deriving):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)

    def forward(self, x):
        return self.a(x)


class Patched(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4)

    def forward(self, x):
        return self.a(x)


def patched(self):
    nn.Module.__init__(self)
    self.a = nn.Linear(4, 4).cuda()


Patched.__init__ = patched


class Place:
    def __init__(self, device):
        self.device = device

    def __call__(self, cls):
        device = self.device

        class Wrapped(cls):
            def __init__(self, *args):
                super().__init__(*args)
                self.to(device)

        return Wrapped


@Place("cuda")
class Wrapped(Base):
    def __init__(self):
        super().__init__()
        self.b = nn.Linear(4, 4)


def moved_inputs(cls):
    old = cls.forward

    def forward(self, x):
        return old(self, x.cuda())

    cls.forward = forward
    return cls


@moved_inputs
class Bringing(Base):
    def __init__(self):
        super().__init__()
        self.b = nn.Linear(4, 4)


def bad():
    x = torch.ones(2, 4, device="cuda")
    Base()(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.a' on cpu, 'x' on cuda [device-mixed-operands]
    Registered()(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.a' on cpu, 'x' on cuda [device-mixed-operands]
    Counted()(x)
    # CHECK: :[[@LINE-1]]:5: warning: operands of 'Linear' are on different devices: 'self.a' on cpu, 'x' on cuda [device-mixed-operands]


def ok():
    x = torch.ones(2, 4, device="cuda")
    Decorated()(x)
    Below()(x)
    Placed()(x)
    Derived()(x)
    Patched()(x)
    Wrapped()(x)
    Bringing().cuda()(torch.ones(2, 4))
