# RUN: dt-python --canonical --source-order %s | FileCheck %s
import shapes


def by_value(x):
    match x:
        case 1 | -2:
            return "number"
        case "cuda":
            return "string"
        case None:
            return "none"
        case shapes.UNIT:
            return "name"
        case _:
            return "any"
# CHECK-LABEL: func @by_value(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = op "=="(%x, 1)
# CHECK-NEXT:   branch(%0) ^2, ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %1 = op "=="(%x, -2)
# CHECK-NEXT:   branch(%1) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   return("number")
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %2 = op "=="(%x, "cuda")
# CHECK-NEXT:   branch(%2) ^4, ^5
# CHECK-NEXT: ^4:
# CHECK-NEXT:   return("string")
# CHECK-NEXT: ^5:
# CHECK-NEXT:   %3 = op "is"(%x, None)
# CHECK-NEXT:   branch(%3) ^6, ^7
# CHECK-NEXT: ^6:
# CHECK-NEXT:   return("none")
# CHECK-NEXT: ^7:
# CHECK-NEXT:   %4 = get.global @shapes.UNIT
# CHECK-NEXT:   %5 = op "=="(%x, %4)
# CHECK-NEXT:   branch(%5) ^8, ^9
# CHECK-NEXT: ^8:
# CHECK-NEXT:   return("name")
# CHECK-NEXT: ^9:
# CHECK-NEXT:   return("any")
# CHECK-NEXT: }


def by_structure(x):
    match x:
        case [first, *rest, last] if last:
            return rest
        case shapes.Point(x=px, y=0):
            return px
        case {"device": d, **others}:
            return d, others
        case (1, y) as pair:
            return pair
        case other:
            return other
# CHECK-LABEL: func @by_structure(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = op "is not"(%x, None)
# CHECK-NEXT:   branch(%0) ^1, ^3
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %1 = get.item(%x, 0)
# CHECK-NEXT:   %2 = opaque "slice"()
# CHECK-NEXT:   %3 = get.item(%x, %2)
# CHECK-NEXT:   %4 = get.item(%x, -1)
# CHECK-NEXT:   branch(%4) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %5 = get.global @shapes.Point
# CHECK-NEXT:   %6 = call @isinstance(%x, %5)
# CHECK-NEXT:   branch(%6) ^4, ^6
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %7 = get.field "x"(%x)
# CHECK-NEXT:   %8 = get.field "y"(%x)
# CHECK-NEXT:   %9 = op "=="(%8, 0)
# CHECK-NEXT:   branch(%9) ^5, ^6
# CHECK-NEXT: ^5:
# CHECK-NEXT:   return(%7)
# CHECK-NEXT: ^6:
# CHECK-NEXT:   %10 = op "in"("device", %x)
# CHECK-NEXT:   branch(%10) ^7, ^8
# CHECK-NEXT: ^7:
# CHECK-NEXT:   %11 = get.item(%x, "device")
# CHECK-NEXT:   %12 = tuple(%11, %x)
# CHECK-NEXT:   return(%12)
# CHECK-NEXT: ^8:
# CHECK-NEXT:   %13 = op "is not"(%x, None)
# CHECK-NEXT:   branch(%13) ^9, ^11
# CHECK-NEXT: ^9:
# CHECK-NEXT:   %14 = get.item(%x, 0)
# CHECK-NEXT:   %15 = op "=="(%14, 1)
# CHECK-NEXT:   branch(%15) ^10, ^11
# CHECK-NEXT: ^10:
# CHECK-NEXT:   %16 = get.item(%x, 1)
# CHECK-NEXT:   return(%x)
# CHECK-NEXT: ^11:
# CHECK-NEXT:   return(%x)
# CHECK-NEXT: }


def two_subjects(a, b):
    match a, b:
        case 1, 2:
            return 3
# CHECK-LABEL: func @two_subjects(%a, %b) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = tuple(%a, %b)
# CHECK-NEXT:   %1 = op "is not"(%0, None)
# CHECK-NEXT:   branch(%1) ^1, ^4
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %2 = get.item(%0, 0)
# CHECK-NEXT:   %3 = op "=="(%2, 1)
# CHECK-NEXT:   branch(%3) ^2, ^4
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %4 = get.item(%0, 1)
# CHECK-NEXT:   %5 = op "=="(%4, 2)
# CHECK-NEXT:   branch(%5) ^3, ^4
# CHECK-NEXT: ^3:
# CHECK-NEXT:   return(3)
# CHECK-NEXT: ^4:
# CHECK-NEXT:   return
# CHECK-NEXT: }
