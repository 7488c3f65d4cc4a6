# Values of and, or, not, comparisons and conditional expressions.
# RUN: dt-python --canonical --source-order %s | FileCheck %s


def chains(a, f, c):
    return a < f() <= c
# CHECK-LABEL: func @chains(%a, %f, %c) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = apply(%f)
# CHECK-NEXT:   %1 = op "<"(%a, %0)
# CHECK-NEXT:   branch(%1) ^1, ^2(%1)
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = op "<="(%0, %c)
# CHECK-NEXT:   jump ^2(%2)
# CHECK-NEXT: ^2(%3):
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: }


def chain_decides(a, b, c):
    if a < b < c and not (a or b):
        return 1
    elif a is not b or a not in c:
        return 2
    return 3
# CHECK-LABEL: func @chain_decides(%a, %b, %c) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = op "<"(%a, %b)
# CHECK-NEXT:   branch(%0) ^1, ^2(%0)
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %1 = op "<"(%b, %c)
# CHECK-NEXT:   jump ^2(%1)
# CHECK-NEXT: ^2(%2):
# CHECK-NEXT:   branch(%2) ^3, ^6
# CHECK-NEXT: ^3:
# CHECK-NEXT:   branch(%a) ^6, ^4
# CHECK-NEXT: ^4:
# CHECK-NEXT:   branch(%b) ^6, ^5
# CHECK-NEXT: ^5:
# CHECK-NEXT:   return(1)
# CHECK-NEXT: ^6:
# CHECK-NEXT:   %3 = op "is not"(%a, %b)
# CHECK-NEXT:   branch(%3) ^8, ^7
# CHECK-NEXT: ^7:
# CHECK-NEXT:   %4 = op "not in"(%a, %c)
# CHECK-NEXT:   branch(%4) ^8, ^9
# CHECK-NEXT: ^8:
# CHECK-NEXT:   return(2)
# CHECK-NEXT: ^9:
# CHECK-NEXT:   return(3)
# CHECK-NEXT: }


def values(a, b):
    x = a or b
    y = not a
    z = 1 if not b else 2
    return x, y, z
# CHECK-LABEL: func @values(%a, %b) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   branch(%a) ^1(%a), ^1(%b)
# CHECK-NEXT: ^1(%0):
# CHECK-NEXT:   %1 = op "not"(%a)
# CHECK-NEXT:   branch(%b) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   jump ^4(2)
# CHECK-NEXT: ^3:
# CHECK-NEXT:   jump ^4(1)
# CHECK-NEXT: ^4(%2):
# CHECK-NEXT:   %3 = tuple(%0, %1, %2)
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: }


def while_one(x):
    while 1:
        x()
# CHECK-LABEL: func @while_one(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = apply(%x)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: }


def walrus(x):
    if (n := x.dim()) > 1:
        return n
# CHECK-LABEL: func @walrus(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = invoke "dim"(%x)
# CHECK-NEXT:   %1 = op ">"(%0, 1)
# CHECK-NEXT:   branch(%1) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   return
# CHECK-NEXT: }
