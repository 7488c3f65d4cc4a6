# Functions in functions: what they capture, by value or in a cell.
# RUN: dt-python --canonical --source-order %s | FileCheck %s
import torch


def calls_itself(x):
    def inner(n):
        return inner(n - 1) if n else x

    return inner(3)
# CHECK-LABEL: func @calls_itself(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = opaque()
# CHECK-NEXT:   %1 = cell(%0)
# CHECK-NEXT:   %2 = closure @calls_itself.lambda#1(%1, %x)
# CHECK-NEXT:   set.cell(%1, %2)
# CHECK-NEXT:   %3 = get.cell(%1)
# CHECK-NEXT:   %4 = apply(%3, 3)
# CHECK-NEXT:   return(%4)
# CHECK-NEXT: }
# CHECK-LABEL: func lambda @calls_itself.lambda#1(cell %inner, %x, %n) captures 2 {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   branch(%n) ^1, ^2(%x)
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = get.cell(%inner)
# CHECK-NEXT:   %1 = op "-"(%n, 1)
# CHECK-NEXT:   %2 = apply(%0, %1)
# CHECK-NEXT:   jump ^2(%2)
# CHECK-NEXT: ^2(%3):
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: }


def parameter_changes(x):
    show = lambda: x
    x = x.cuda()
    return show()
# CHECK-LABEL: func @parameter_changes(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = cell(%x)
# CHECK-NEXT:   %1 = closure @parameter_changes.lambda#1(%0)
# CHECK-NEXT:   %2 = get.cell(%0)
# CHECK-NEXT:   %3 = invoke "cuda"(%2)
# CHECK-NEXT:   set.cell(%0, %3)
# CHECK-NEXT:   %4 = apply(%1)
# CHECK-NEXT:   return(%4)
# CHECK-NEXT: }
# CHECK-LABEL: func lambda @parameter_changes.lambda#1(cell %x) captures 1 {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.cell(%x)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def in_order_of_use(a, b, c):
    return lambda t: c(b, t, c)
# CHECK-LABEL: func @in_order_of_use(%a, %b, %c) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = closure @in_order_of_use.lambda#1(%c, %b)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }
# CHECK-LABEL: func lambda @in_order_of_use.lambda#1(%c, %b, %t) captures 2 {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = apply(%c, %b, %t, %c)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def through_two(x):
    def middle():
        def deep():
            nonlocal x
            x = 1

        deep()

    middle()
    return x
# CHECK-LABEL: func @through_two(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = cell(%x)
# CHECK-NEXT:   %1 = closure @through_two.lambda#1(%0)
# CHECK-NEXT:   %2 = apply(%1)
# CHECK-NEXT:   %3 = get.cell(%0)
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: }
# CHECK-LABEL: func lambda @through_two.lambda#1(cell %x) captures 1 {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = closure @through_two.lambda#1.lambda#1(%x)
# CHECK-NEXT:   %1 = apply(%0)
# CHECK-NEXT:   return
# CHECK-NEXT: }
# CHECK-LABEL: func lambda @through_two.lambda#1.lambda#1(cell %x) captures 1 {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   set.cell(%x, 1)
# CHECK-NEXT:   return
# CHECK-NEXT: }


def in_comprehension(xs):
    return [lambda: x for x in xs]
# CHECK-LABEL: func @in_comprehension(%xs) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = list()
# CHECK-NEXT:   %1 = iterate(%xs)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = has.next(%1)
# CHECK-NEXT:   branch(%2) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %3 = next(%1)
# CHECK-NEXT:   %4 = closure @in_comprehension.lambda#1(%3)
# CHECK-NEXT:   %5 = invoke "append"(%0, %4)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }
# CHECK-LABEL: func lambda @in_comprehension.lambda#1(%x) captures 1 {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   return(%x)
# CHECK-NEXT: }


def branches(flag):
    if flag:
        value = 1
    else:
        value = 2

    def get():
        return value

    value = 3
    return get
# CHECK-LABEL: func @branches(%flag) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = opaque()
# CHECK-NEXT:   %1 = cell(%0)
# CHECK-NEXT:   branch(%flag) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   set.cell(%1, 1)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   set.cell(%1, 2)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %2 = closure @branches.lambda#1(%1)
# CHECK-NEXT:   set.cell(%1, 3)
# CHECK-NEXT:   return(%2)
# CHECK-NEXT: }


handler = lambda x: x + 1
# CHECK-LABEL: func toplevel @toplevel() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = closure @lambda#1.lambda#1()
# CHECK-NEXT:   set.global @handler(%0)
# CHECK-NEXT:   return
# CHECK-NEXT: }
