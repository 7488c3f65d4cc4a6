# Parameters, defaults, decorators and what a function returns.
# RUN: dt-python --canonical --source-order %s | FileCheck %s
import functools

import torch


def all_kinds(a, /, b, *rest, c, d=1, e="cpu", f=None, g=-2, h=0.5, i=(1, 2), **more):
    return a
# CHECK-LABEL: func @all_kinds(%a, %b, *%rest, %c, %d = 1, %e = "cpu", %f = None, %g = -2, %h = 0.5, %i = ? from @"all_kinds.<default>.i", **%more) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   return(%a)
# CHECK-NEXT: }


def only_keywords(*, device=None):
    pass
# CHECK-LABEL: func @only_keywords(%device = None) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   return
# CHECK-NEXT: }


def may_fall_off(x):
    if x:
        return 1
# CHECK-LABEL: func @may_fall_off(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   branch(%x) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   return(1)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   return
# CHECK-NEXT: }


@torch.no_grad()
@functools.wraps(len)
@registry.add("name")
def decorated(x):
    """Documentation is no code."""
    ...
# CHECK-LABEL: func @decorated(%x) decorator @torch.no_grad decorator @functools.wraps decorator @registry.add {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   return
# CHECK-NEXT: }


async def waits(source):
    async with source as s:
        async for x in s:
            await x.ready()
    return await s
# CHECK-LABEL: func @waits(%source) coroutine {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = enter(%source)
# CHECK-NEXT:   %1 = swallows(%source)
# CHECK-NEXT:   branch(%1) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   exit(%source)
# CHECK-NEXT:   jump ^6
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %2 = iterate(%0)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %3 = has.next(%2)
# CHECK-NEXT:   branch(%3) ^4, ^5
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %4 = next(%2)
# CHECK-NEXT:   %5 = invoke "ready"(%4)
# CHECK-NEXT:   %6 = await(%5)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^5:
# CHECK-NEXT:   exit(%source)
# CHECK-NEXT:   jump ^6
# CHECK-NEXT: ^6:
# CHECK-NEXT:   %7 = await(%0)
# CHECK-NEXT:   return(%7)
# CHECK-NEXT: }


def generates(xs):
    got = yield 1
    yield
    yield from xs
    return got
# CHECK-LABEL: func @generates(%xs) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = yield(1)
# CHECK-NEXT:   %1 = yield(None)
# CHECK-NEXT:   %2 = iterate(%xs)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %3 = has.next(%2)
# CHECK-NEXT:   branch(%3) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %4 = next(%2)
# CHECK-NEXT:   %5 = yield(%4)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %6 = opaque(%xs)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def deletes(x, d, o):
    del d["key"], o.field, x
# CHECK-LABEL: func @deletes(%x, %d, %o) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = invoke "__delitem__"(%d, "key")
# CHECK-NEXT:   %1 = invoke "__delattr__"(%o, "field")
# CHECK-NEXT:   return
# CHECK-NEXT: }


def computed_default(x, y=torch.zeros(3), z=torch.float32):
    return x + y
# CHECK-LABEL: func @computed_default(%x, %y = ? from @"computed_default.<default>.y", %z = ? from @torch.float32) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = op "+"(%x, %y)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


registry = None
# CHECK-LABEL: func toplevel @toplevel() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = tuple(1, 2)
# CHECK-NEXT:   set.global @"all_kinds.<default>.i"(%0)
# CHECK-NEXT:   %1 = call @torch.zeros(3)
# CHECK-NEXT:   set.global @"computed_default.<default>.y"(%1)
# CHECK-NEXT:   set.global @registry(None)
# CHECK-NEXT:   return
# CHECK-NEXT: }
