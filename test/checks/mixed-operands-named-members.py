# RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
# Members that are found by names: the names stand in the program, or nobody knows which member it is.
import dataclasses

import torch


class Box:
    def __init__(self):
        self.a = torch.zeros(2)
        self.b_mean = torch.zeros(2)

    def to(self, d):
        for n in ("a", "b_mean"):
            setattr(self, n, getattr(self, n).to(d))
        return self


def named_ok():
    b = Box().to("cuda")
    return b.a + torch.ones(2, device="cuda")


def named_bad():
    b = Box()
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def named_there_bad():
    b = Box().to("cuda")
    return b.b_mean + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:21: warning: operands of '+' are on different devices: 'b.b_mean' on cuda


class Written(Box):
    def to(self, d):
        for n in ["b"]:
            setattr(self, f"{n}_mean", getattr(self, f"{n}_mean").to(d))
        return self


def written_ok():
    b = Written().to("cuda")
    return b.b_mean + torch.ones(2, device="cuda")


def written_bad():
    b = Written().to("cuda")
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


class ByVars(Box):
    def to(self, d):
        for n, v in vars(self).items():
            setattr(self, n, v.to(d))
        return self


def vars_ok():
    b = ByVars().to("cuda")
    return b.a + torch.ones(2, device="cuda")


class ByDict(Box):
    def to(self, d):
        for n, v in self.__dict__.items():
            if isinstance(v, torch.Tensor):
                self.__dict__[n] = v.to(d)
        return self


def dict_ok():
    b = ByDict().to("cuda")
    return b.a + torch.ones(2, device="cuda")


def dict_named_ok():
    b = Box()
    b.__dict__["a"] = b.a.cuda()
    return b.a + torch.ones(2, device="cuda")


@dataclasses.dataclass
class Record:
    a: torch.Tensor

    def to(self, d):
        for f in dataclasses.fields(self):
            setattr(self, f.name, getattr(self, f.name).to(d))
        return self


def fields_ok():
    b = Record(torch.zeros(2))
    b.to("cuda")
    return b.a + torch.ones(2, device="cuda")


class Slots:
    __slots__ = ("a",)

    def __init__(self):
        self.a = torch.zeros(2)

    def to(self, d):
        for n in self.__slots__:
            setattr(self, n, getattr(self, n).to(d))
        return self


def slots_ok():
    b = Slots().to("cuda")
    return b.a + torch.ones(2, device="cuda")


def found_ok():
    b = Box()
    for n in dir(b):
        v = getattr(b, n)
        if torch.is_tensor(v):
            setattr(b, n, v.cuda())
    return b.a + torch.ones(2, device="cuda")


def data_ok():
    x = torch.ones(2)
    setattr(x, "data", torch.ones(2, device="cuda"))
    return x + torch.ones(2, device="cuda")


def data_bad():
    x = torch.ones(2)
    setattr(x, "note", torch.ones(2, device="cuda"))
    return x + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:14: warning: operands of '+' are on different devices: 'x' on cpu


def vars_bad():
    b = ByVars()
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def dict_bad():
    b = ByDict()
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def fields_bad():
    b = Record(torch.zeros(2))
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def slots_bad():
    b = Slots()
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def found_bad():
    b = Box()
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def dict_named_bad():
    b = Box()
    return b.a + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:16: warning: operands of '+' are on different devices: 'b.a' on cpu


def dict_read_bad():
    b = Box()
    b.__dict__["a"] = b.a.cuda()
    return b.__dict__["a"] + torch.ones(2)
    # CHECK: :[[#@LINE-1]]:28: warning: operands of '+' are on different devices: 'b.__dict__["a"]' on cuda


# What somebody gives is changed for him.
def one(o, n):
    setattr(o, n, getattr(o, n).cuda())


def given_ok():
    b = Box()
    one(b, "a")
    return b.a + torch.ones(2, device="cuda")


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.plain = torch.zeros(2)
        self.layer = torch.nn.Linear(2, 2)


def given_module_ok():
    net = Net()
    one(net, "plain")
    return net.plain + torch.ones(2, device="cuda")


def given_module_bad():
    net = Net()
    return net.plain + torch.ones(2, device="cuda")
    # CHECK: :[[#@LINE-1]]:22: warning: operands of '+' are on different devices: 'net.plain' on cpu


# `one` may have replaced any member, for all that is known of it: the layer, too.
def FN_registered():
    net = Net()
    one(net, "plain")
    return net.layer(torch.ones(2, 2, device="cuda"))
