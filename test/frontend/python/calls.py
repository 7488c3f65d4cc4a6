# Callees and arguments.
# RUN: dt-python --canonical --source-order %s | FileCheck %s
import torch


class Net(torch.nn.Module):
    kind = 1

    def __init__(self, f):
        self.f = f
        self.g: int = 2

    def h(self):
        self.h = self.f

    def calls_fields(self, x):
        return self.f(x) + self.h(x) + self.unknown(x)

    # CHECK-LABEL: func method @Net.calls_fields(%self, %x) of @Net {
    # CHECK-NEXT: ^0:
    # CHECK-NEXT:   %0 = get.field "f"(%self)
    # CHECK-NEXT:   %1 = apply(%0, %x)
    # CHECK-NEXT:   %2 = invoke "h"(%self, %x)
    # CHECK-NEXT:   %3 = op "+"(%1, %2)
    # CHECK-NEXT:   %4 = invoke "unknown"(%self, %x)
    # CHECK-NEXT:   %5 = op "+"(%3, %4)
    # CHECK-NEXT:   return(%5)
    # CHECK-NEXT: }


def arguments(f, a, b, c):
    return f(a, *b, 1, key=c, **a)
# CHECK-LABEL: func @arguments(%f, %a, %b, %c) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = apply(%f, %a, *%b, 1, key=%c, **%a)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def callees(f, x, table):
    (f)(x)
    f(x)(x)
    table["name"](x)
    (lambda y: y)(x)
    f.method(x).other()
    torch.nn.Linear(1, 2)(x)
    x.shape[0].bit_length()
    "a b".split()
# CHECK-LABEL: func @callees(%f, %x, %table) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = apply(%f, %x)
# CHECK-NEXT:   %1 = apply(%f, %x)
# CHECK-NEXT:   %2 = apply(%1, %x)
# CHECK-NEXT:   %3 = get.item(%table, "name")
# CHECK-NEXT:   %4 = apply(%3, %x)
# CHECK-NEXT:   %5 = closure @callees.lambda#1()
# CHECK-NEXT:   %6 = apply(%5, %x)
# CHECK-NEXT:   %7 = invoke "method"(%f, %x)
# CHECK-NEXT:   %8 = invoke "other"(%7)
# CHECK-NEXT:   %9 = call @torch.nn.Linear(1, 2)
# CHECK-NEXT:   %10 = apply(%9, %x)
# CHECK-NEXT:   %11 = get.field "shape"(%x)
# CHECK-NEXT:   %12 = get.item(%11, 0)
# CHECK-NEXT:   %13 = invoke "bit_length"(%12)
# CHECK-NEXT:   %14 = invoke "split"("a b")
# CHECK-NEXT:   return
# CHECK-NEXT: }


def shared(x):
    return x.f(x)
# CHECK-LABEL: func @shared(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = invoke "f"(%x, %x)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def recursive(n):
    return recursive(n - 1)
# CHECK-LABEL: func @recursive(%n) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = op "-"(%n, 1)
# CHECK-NEXT:   %1 = call @recursive(%0)
# CHECK-NEXT:   return(%1)
# CHECK-NEXT: }


def rebound(x):
    return x


rebound = torch.compile(rebound)


def uses_rebound(x):
    return rebound(x)
# CHECK-LABEL: func @uses_rebound(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.global @rebound
# CHECK-NEXT:   %1 = apply(%0, %x)
# CHECK-NEXT:   return(%1)
# CHECK-NEXT: }
