# Methods of all kinds, bases, class attributes, super().
# RUN: dt-python --canonical --source-order %s | FileCheck %s
import abc
from dataclasses import dataclass
from typing import Generic, TypeVar

import torch
from torch import nn

T = TypeVar("T")


class Base(nn.Module, Generic[T], metaclass=abc.ABCMeta):
    shared = torch.zeros(3)
    # CHECK-LABEL: func constructor @Base.__init__(%self, %n) of @Base {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   set.field "n"(%self, %n)
    # CHECK-NEXT:   return
    # CHECK-NEXT: }
    # CHECK-LABEL: func method @Base.size(%self) of @Base decorator @property {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = get.field "n"(%self)
    # CHECK-NEXT:   return(%0)
    # CHECK-NEXT: }
    # CHECK-LABEL: func method @Base.size.setter(%self, %n) of @Base decorator @Base.size.setter {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   set.field "n"(%self, %n)
    # CHECK-NEXT:   return
    # CHECK-NEXT: }
    # CHECK-LABEL: func static @Base.made(%n) of @Base {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = get.global @Base.shared
    # CHECK-NEXT:   %1 = get.global @Base
    # CHECK-NEXT:   %2 = call @print(%0, %1)
    # CHECK-NEXT:   %3 = call @Base(%n)
    # CHECK-NEXT:   return(%3)
    # CHECK-NEXT: }
    # CHECK-LABEL: func static @Base.helps(%x) of @Base {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = get.global @Base.shared
    # CHECK-NEXT:   %1 = op "+"(%0, %x)
    # CHECK-NEXT:   return(%1)
    # CHECK-NEXT: }
    # CHECK-LABEL: func static @Base.nothing() of @Base {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   return
    # CHECK-NEXT: }

    def __init__(self, n):
        super(Base, self).__init__()
        self.n = n

    @property
    def size(self):
        return self.n

    @size.setter
    def size(self, n):
        self.n = n

    @classmethod
    def made(cls, n):
        print(cls.shared, cls)
        return cls(n)

    @staticmethod
    def helps(x):
        return Base.shared + x

    def nothing():
        pass


class Derived(Base):
    def __init__(self):
        super().__init__(4)
        self.layer = nn.ReLU()
        self.size = 5

    # CHECK-LABEL: func constructor @Derived.__init__(%self) of @Derived {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = call @Base.__init__(%self, 4)
    # CHECK-NEXT:   %1 = call @torch.nn.ReLU()
    # CHECK-NEXT:   set.field "layer"(%self, %1)
    # CHECK-NEXT:   set.field "size"(%self, 5)
    # CHECK-NEXT:   return
    # CHECK-NEXT: }

    def forward(self, x):
        return super().forward(self.layer(self.prepare(x)))

    # CHECK-LABEL: func method @Derived.forward(%self, %x) of @Derived {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = get.field "layer"(%self)
    # CHECK-NEXT:   %1 = invoke "prepare"(%self, %x)
    # CHECK-NEXT:   %2 = apply(%0, %1)
    # CHECK-NEXT:   %3 = call @torch.nn.Module.forward(%self, %2)
    # CHECK-NEXT:   return(%3)
    # CHECK-NEXT: }

    def prepare(self, x):
        class Local:
            limit = 3

            def runs(self):
                return x

        return Local()

    # CHECK-LABEL: func method @Derived.prepare(%self, %x) of @Derived {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   set.global @Derived.prepare.Local.limit(3)
    # CHECK-NEXT:   %0 = call @Derived.prepare.Local()
    # CHECK-NEXT:   return(%0)
    # CHECK-NEXT: }
    # CHECK-LABEL: func method @Derived.prepare.Local.runs(%self) of @Derived.prepare.Local {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = opaque()
    # CHECK-NEXT:   return(%0)
    # CHECK-NEXT: }


class Mixin:
    def extra(self):
        return 1


class Both(Mixin, Derived):
    table = torch.ones(3)
    width: int = 3

    def __init__(self):
        super().__init__()
        Mixin.__init__(self)
        super().unknown(self.table, self.width)

    # CHECK-LABEL: func constructor @Both.__init__(%self) of @Both {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = call @Derived.__init__(%self)
    # CHECK-NEXT:   %1 = call @Mixin.__init__(%self)
    # CHECK-NEXT:   %2 = get.global @Both.table
    # CHECK-NEXT:   %3 = get.field "width"(%self)
    # CHECK-NEXT:   %4 = call @torch.nn.Module.unknown(%self, %2, %3)
    # CHECK-NEXT:   return
    # CHECK-NEXT: }


class Alone(Mixin):
    def __init__(self):
        super().__init__()
        super(Alone, self).extra()

    # CHECK-LABEL: func constructor @Alone.__init__(%self) of @Alone {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = call @Mixin.extra(%self)
    # CHECK-NEXT:   return
    # CHECK-NEXT: }


def uses_class(x):
    Base.shared = x
    Base.nothing()
    return Derived


# CHECK-LABEL: func @uses_class(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   set.global @Base.shared(%x)
# CHECK-NEXT:   %0 = call @Base.nothing()
# CHECK-NEXT:   %1 = get.global @Derived
# CHECK-NEXT:   return(%1)
# CHECK-NEXT: }
# CHECK-LABEL: func toplevel @toplevel() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = call @typing.TypeVar("T")
# CHECK-NEXT:   set.global @T(%0)
# CHECK-NEXT:   %1 = call @torch.zeros(3)
# CHECK-NEXT:   set.global @Base.shared(%1)
# CHECK-NEXT:   %2 = call @torch.ones(3)
# CHECK-NEXT:   set.global @Both.table(%2)
# CHECK-NEXT:   set.global @Both.width(3)
# CHECK-NEXT:   return
# CHECK-NEXT: }
