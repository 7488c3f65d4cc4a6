# What Python 2 writes differently is read as far as the grammar goes.
# RUN: dt-python --canonical --source-order %s | FileCheck %s


def old(x):
    print "a", x
    print >>x, "b"
    exec "code"
    try:
        x()
    except ValueError, e:
        raise KeyError, e
    return x <> 0777
# CHECK-LABEL: func @old(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = call @print("a", %x)
# CHECK-NEXT:   %1 = call @print("b")
# CHECK-NEXT:   %2 = call @exec("code")
# CHECK-NEXT:   fork ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %3 = apply(%x)
# CHECK-NEXT:   %4 = op "!="(%x, 777)
# CHECK-NEXT:   return(%4)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   fork ^3, ^4
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %5 = get.global @KeyError
# CHECK-NEXT:   raise(%5)
# CHECK-NEXT: ^4:
# CHECK-NEXT:   raise
# CHECK-NEXT: }
