# Loops with else, break, continue, and targets of all kinds.
# RUN: dt-python --canonical --source-order %s | FileCheck %s


def finds(xs):
    for i, (a, b) in enumerate(xs):
        if a:
            break
        if b:
            continue
        a()
    else:
        return None
    return i
# CHECK-LABEL: func @finds(%xs) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = call @enumerate(%xs)
# CHECK-NEXT:   %1 = iterate(%0)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = has.next(%1)
# CHECK-NEXT:   branch(%2) ^2, ^6
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %3 = next(%1)
# CHECK-NEXT:   %4 = unpack 0 of 2(%3)
# CHECK-NEXT:   %5 = unpack 1 of 2(%3)
# CHECK-NEXT:   %6 = unpack 0 of 2(%5)
# CHECK-NEXT:   %7 = unpack 1 of 2(%5)
# CHECK-NEXT:   branch(%6) ^3, ^4
# CHECK-NEXT: ^3:
# CHECK-NEXT:   return(%4)
# CHECK-NEXT: ^4:
# CHECK-NEXT:   branch(%7) ^1, ^5
# CHECK-NEXT: ^5:
# CHECK-NEXT:   %8 = apply(%6)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^6:
# CHECK-NEXT:   return(None)
# CHECK-NEXT: }


def waits(x):
    while x.pending():
        if x.failed:
            break
    else:
        x.finish()
# CHECK-LABEL: func @waits(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = invoke "pending"(%x)
# CHECK-NEXT:   branch(%0) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %1 = get.field "failed"(%x)
# CHECK-NEXT:   branch(%1) ^4, ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %2 = invoke "finish"(%x)
# CHECK-NEXT:   jump ^4
# CHECK-NEXT: ^4:
# CHECK-NEXT:   return
# CHECK-NEXT: }


def forever(x):
    while True:
        x = x.next
        if not x:
            return x
# CHECK-LABEL: func @forever(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   jump ^1(%x)
# CHECK-NEXT: ^1(%0):
# CHECK-NEXT:   %1 = get.field "next"(%0)
# CHECK-NEXT:   branch(%1) ^1(%1), ^2
# CHECK-NEXT: ^2:
# CHECK-NEXT:   return(%1)
# CHECK-NEXT: }


def fills(o, d, xs):
    for o.field in xs:
        pass
    for d[0] in xs:
        pass
# CHECK-LABEL: func @fills(%o, %d, %xs) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = iterate(%xs)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %1 = has.next(%0)
# CHECK-NEXT:   branch(%1) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %2 = next(%0)
# CHECK-NEXT:   set.field "field"(%o, %2)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %3 = iterate(%xs)
# CHECK-NEXT:   jump ^4
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %4 = has.next(%3)
# CHECK-NEXT:   branch(%4) ^5, ^6
# CHECK-NEXT: ^5:
# CHECK-NEXT:   %5 = next(%3)
# CHECK-NEXT:   set.item(%d, 0, %5)
# CHECK-NEXT:   jump ^4
# CHECK-NEXT: ^6:
# CHECK-NEXT:   return
# CHECK-NEXT: }
