# Comprehensions are loops; their variables are their own.
# RUN: dt-python --canonical --source-order %s | FileCheck %s


def lists(xs, x):
    moved = [x.cuda() for x in xs if x if x.ok]
    return moved, x
# CHECK-LABEL: func @lists(%xs, %x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = list()
# CHECK-NEXT:   %1 = iterate(%xs)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = has.next(%1)
# CHECK-NEXT:   branch(%2) ^2, ^5
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %3 = next(%1)
# CHECK-NEXT:   branch(%3) ^3, ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %4 = get.field "ok"(%3)
# CHECK-NEXT:   branch(%4) ^4, ^1
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %5 = invoke "cuda"(%3)
# CHECK-NEXT:   %6 = invoke "append"(%0, %5)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^5:
# CHECK-NEXT:   %7 = tuple(%0, %x)
# CHECK-NEXT:   return(%7)
# CHECK-NEXT: }


def nests(rows):
    return {cell for row in rows for cell in row}
# CHECK-LABEL: func @nests(%rows) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = list()
# CHECK-NEXT:   %1 = iterate(%rows)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = has.next(%1)
# CHECK-NEXT:   branch(%2) ^2, ^5
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %3 = next(%1)
# CHECK-NEXT:   %4 = iterate(%3)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %5 = has.next(%4)
# CHECK-NEXT:   branch(%5) ^4, ^1
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %6 = next(%4)
# CHECK-NEXT:   %7 = invoke "append"(%0, %6)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^5:
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def maps(d):
    return {k: v + 1 for k, v in d.items()}
# CHECK-LABEL: func @maps(%d) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = dict()
# CHECK-NEXT:   %1 = invoke "items"(%d)
# CHECK-NEXT:   %2 = iterate(%1)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %3 = has.next(%2)
# CHECK-NEXT:   branch(%3) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %4 = next(%2)
# CHECK-NEXT:   %5 = unpack 0 of 2(%4)
# CHECK-NEXT:   %6 = unpack 1 of 2(%4)
# CHECK-NEXT:   %7 = op "+"(%6, 1)
# CHECK-NEXT:   set.item(%0, %5, %7)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }


def sums(xs):
    return sum(x * 2 for x in xs)
# CHECK-LABEL: func @sums(%xs) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = list()
# CHECK-NEXT:   %1 = iterate(%xs)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = has.next(%1)
# CHECK-NEXT:   branch(%2) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %3 = next(%1)
# CHECK-NEXT:   %4 = op "*"(%3, 2)
# CHECK-NEXT:   %5 = invoke "append"(%0, %4)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %6 = call @sum(%0)
# CHECK-NEXT:   return(%6)
# CHECK-NEXT: }


def keeps(xs):
    if any((found := x) for x in xs):
        return found
# CHECK-LABEL: func @keeps(%xs) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = opaque "unbound"()
# CHECK-NEXT:   %1 = list()
# CHECK-NEXT:   %2 = iterate(%xs)
# CHECK-NEXT:   jump ^1(%0)
# CHECK-NEXT: ^1(%3):
# CHECK-NEXT:   %4 = has.next(%2)
# CHECK-NEXT:   branch(%4) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %5 = next(%2)
# CHECK-NEXT:   %6 = invoke "append"(%1, %5)
# CHECK-NEXT:   jump ^1(%5)
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %7 = call @any(%1)
# CHECK-NEXT:   branch(%7) ^4, ^5
# CHECK-NEXT: ^4:
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: ^5:
# CHECK-NEXT:   return
# CHECK-NEXT: }


def same_name(x):
    return [x for x in x for x in x]
# CHECK-LABEL: func @same_name(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = list()
# CHECK-NEXT:   %1 = iterate(%x)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = has.next(%1)
# CHECK-NEXT:   branch(%2) ^2, ^5
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %3 = next(%1)
# CHECK-NEXT:   %4 = iterate(%3)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %5 = has.next(%4)
# CHECK-NEXT:   branch(%5) ^4, ^1
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %6 = next(%4)
# CHECK-NEXT:   %7 = invoke "append"(%0, %6)
# CHECK-NEXT:   jump ^3
# CHECK-NEXT: ^5:
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }
