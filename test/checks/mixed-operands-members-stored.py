# Members of plain objects that are put back under a name that is computed: any of them may have moved.
# RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s | FileCheck %s --implicit-check-not=warning:
from dataclasses import dataclass, fields

import torch


class Kept:
    def __init__(self):
        self.mean = torch.zeros(3)

    def norm(self, x):
        return x - self.mean


class Setting(Kept):
    def to(self, device):
        for name, value in vars(self).items():
            if isinstance(value, torch.Tensor):
                setattr(self, name, value.to(device))
        return self


class Writing(Kept):
    def to(self, device):
        for name in self.__dict__:
            self.__dict__[name] = self.__dict__[name].to(device)
        return self


class Updating(Kept):
    def to(self, device):
        self.__dict__.update({name: value.to(device) for name, value in vars(self).items()})
        return self


class Assigning(Kept):
    def to(self, device):
        self.mean = self.mean.to(device)
        return self


class OfObject(Kept):
    def to(self, device):
        object.__setattr__(self, "mean", self.mean.to(device))
        return self


class OfSuper(Kept):
    def to(self, device):
        super().__setattr__("mean", self.mean.to(device))
        return self


class Data(Kept):
    def to(self, device):
        self.mean.data = self.mean.to(device)
        return self


class Staying(Kept):
    def to(self, device):
        for name, value in vars(self).items():
            if isinstance(value, torch.Tensor):
                value.to(device)
        return self


@dataclass
class Record:
    mean: torch.Tensor

    def to(self, device):
        for f in fields(self):
            setattr(self, f.name, getattr(self, f.name).to(device))
        return self

    def norm(self, x):
        return x - self.mean


def move_all(thing, device):
    for name, value in vars(thing).items():
        setattr(thing, name, value.to(device))
    return thing


class Helped(Kept):
    def to(self, device):
        return move_all(self, device)


def stored_bad():
    x = torch.ones(3, device="cuda")
    kept = Kept()
    kept.norm(x)
    # CHECK: :[[@LINE-1]]:10: warning: operands of '-' are on different devices: 'x' on cuda, 'self.mean' on cpu [device-mixed-operands]
    OfObject().to("cpu").norm(x)
    # CHECK: :[[@LINE-1]]:26: warning: operands of '-' are on different devices: 'x' on cuda, 'self.mean' on cpu [device-mixed-operands]


def stored_ok():
    x = torch.ones(3, device="cuda")
    Setting().to("cuda").norm(x)
    Writing().to("cuda").norm(x)
    Updating().to("cuda").norm(x)
    Assigning().to("cuda").norm(x)
    OfObject().to("cuda").norm(x)
    OfSuper().to("cuda").norm(x)
    Data().to("cuda").norm(x)
    Record(torch.zeros(3)).to("cuda").norm(x)
    Helped().to("cuda").norm(x)
    kept = Kept()
    move_all(kept, "cuda")
    kept.norm(x)


# FN_: what is moved by name may be a module, which moves in place.
def FN_staying_bad():
    x = torch.ones(3, device="cuda")
    Staying().to("cuda").norm(x)


# What restores an object moves nothing.
class Restored:
    def __init__(self):
        self.mean = torch.zeros(3)

    def __setstate__(self, state):
        self.__dict__.update(state)

    def norm(self, x):
        return x - self.mean


def restored_bad():
    x = torch.ones(3, device="cuda")
    return Restored().norm(x)
    # CHECK: :[[@LINE-1]]:23: warning: operands of '-' are on different devices: 'x' on cuda, 'self.mean' on cpu [device-mixed-operands]


def restored_ok():
    x = torch.ones(3)
    return Restored().norm(x)
