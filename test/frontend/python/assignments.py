# Targets of assignments.
# RUN: dt-python --canonical --source-order %s | FileCheck %s


def swaps(a, b):
    a, b = b, a
    return a + b
# CHECK-LABEL: func @swaps(%a, %b) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = op "+"(%b, %a)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def chained(o, x):
    o.a = o.b[0] = c = x
    return c
# CHECK-LABEL: func @chained(%o, %x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.field "b"(%o)
# CHECK-NEXT:   set.item(%0, 0, %x)
# CHECK-NEXT:   set.field "a"(%o, %x)
# CHECK-NEXT:   return(%x)
# CHECK-NEXT: }


def starred(x):
    a, *b, c = x
    (d, [e, f]), g = x
    return a, b, c, d, e, f, g
# CHECK-LABEL: func @starred(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.item(%x, 0)
# CHECK-NEXT:   %1 = opaque "slice"()
# CHECK-NEXT:   %2 = get.item(%x, %1)
# CHECK-NEXT:   %3 = get.item(%x, -1)
# CHECK-NEXT:   %4 = unpack 0 of 2(%x)
# CHECK-NEXT:   %5 = unpack 0 of 2(%4)
# CHECK-NEXT:   %6 = unpack 1 of 2(%4)
# CHECK-NEXT:   %7 = unpack 0 of 2(%6)
# CHECK-NEXT:   %8 = unpack 1 of 2(%6)
# CHECK-NEXT:   %9 = unpack 1 of 2(%x)
# CHECK-NEXT:   %10 = tuple(%0, %2, %3, %5, %7, %8, %9)
# CHECK-NEXT:   return(%10)
# CHECK-NEXT: }


def augmented(o, i):
    o.count += 1
    o.rows[i] -= o.step
    o.flags |= i
    i //= 2
    return i
# CHECK-LABEL: func @augmented(%o, %i) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.field "count"(%o)
# CHECK-NEXT:   %1 = op "+="(%0, 1)
# CHECK-NEXT:   set.field "count"(%o, %1)
# CHECK-NEXT:   %2 = get.field "rows"(%o)
# CHECK-NEXT:   %3 = get.item(%2, %i)
# CHECK-NEXT:   %4 = get.field "step"(%o)
# CHECK-NEXT:   %5 = op "-="(%3, %4)
# CHECK-NEXT:   set.item(%2, %i, %5)
# CHECK-NEXT:   %6 = get.field "flags"(%o)
# CHECK-NEXT:   %7 = op "|="(%6, %i)
# CHECK-NEXT:   set.field "flags"(%o, %7)
# CHECK-NEXT:   %8 = op "//="(%i, 2)
# CHECK-NEXT:   return(%8)
# CHECK-NEXT: }


def annotated(x):
    y: int
    z: int = 3
    x.w: float = 1.5
    return z
# CHECK-LABEL: func @annotated(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   set.field "w"(%x, 1.5)
# CHECK-NEXT:   return(3)
# CHECK-NEXT: }


def slices(x, i):
    x[1:, ..., None, i] = x[::2]
    return x[:, i]
# CHECK-LABEL: func @slices(%x, %i) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = opaque "slice"(2)
# CHECK-NEXT:   %1 = get.item(%x, %0)
# CHECK-NEXT:   %2 = opaque "slice"(1)
# CHECK-NEXT:   %3 = opaque()
# CHECK-NEXT:   set.item(%x, %2, %3, None, %i, %1)
# CHECK-NEXT:   %4 = opaque "slice"()
# CHECK-NEXT:   %5 = get.item(%x, %4, %i)
# CHECK-NEXT:   return(%5)
# CHECK-NEXT: }
