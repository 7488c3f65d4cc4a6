# What a table has under a key that the text says, others may have put there: who is given the table, who has it under
# another name, another file, who keeps it.
# RUN: rm -rf %t && split-file %s %t && mkdir -p %t/.git
# RUN: cd %t && not %device_tidy check --isolated --level 1 --output-format concise . | FileCheck %s --implicit-check-not=warning:
# CHECK: main.py:11:38: warning: operands of '+' are on different devices: 'KEPT["default"]().noise()' on cpu
#--- backends.py
import torch


class Cpu:
    def noise(self):
        return torch.zeros(3)


class Gpu:
    def noise(self):
        return torch.zeros(3, device="cuda")


STORED = {"default": Cpu, "gpu": Gpu}
UPDATED = {"default": Cpu, "gpu": Gpu}
HANDED = {"default": Cpu, "gpu": Gpu}
NAMED = {"default": Cpu, "gpu": Gpu}
HELD = {"default": Cpu, "gpu": Gpu}
DECORATED = {"default": Cpu, "gpu": Gpu}
KEPT = {"default": Cpu, "gpu": Gpu}


class Factory:
    TABLE = {"default": Cpu, "gpu": Gpu}

    def make(self):
        return self.TABLE["default"]()


def register(name):
    def add(cls):
        DECORATED[name] = cls
        return cls

    return add


class Holder:
    def __init__(self, table):
        self.table = table

    def add(self, name, cls):
        self.table[name] = cls

#--- fast.py
import backends
from backends import NAMED, STORED, HANDED, HELD, Gpu, Factory, Holder, register

STORED["default"] = Gpu
OTHER = NAMED
OTHER["default"] = Gpu


def put(table, name, cls):
    table[name] = cls


def install():
    backends.UPDATED.update(default=Gpu)
    put(HANDED, "default", Gpu)
    Factory.TABLE.update(default=Gpu)
    Holder(HELD).add("default", Gpu)


@register("default")
class Mine(Gpu):
    pass

#--- main.py
import torch
import fast
from backends import DECORATED, HANDED, HELD, KEPT, NAMED, STORED, UPDATED, Factory

if torch.cuda.is_available():
    fast.install()


def bad():
    x = torch.ones(3, device="cuda")
    return KEPT["default"]().noise() + x


def good():
    x = torch.ones(3, device="cuda")
    y = STORED["default"]().noise() + x + UPDATED["default"]().noise()
    y = HANDED["default"]().noise() + x + NAMED["default"]().noise()
    y = HELD["default"]().noise() + x + DECORATED["default"]().noise()
    return Factory().make().noise() + x


if torch.cuda.is_available():
    bad()
    good()
