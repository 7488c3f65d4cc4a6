# try in all its forms. Ways out pass through finally and with.
# RUN: dt-python --canonical --source-order %s | FileCheck %s


def handlers(f, x):
    try:
        x = f(x)
    except (ValueError, KeyError) as e:
        print(e)
    except Exception:
        raise
    except:
        x = None
    else:
        x = x + 1
    return x
# CHECK-LABEL: func @handlers(%f, %x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   fork ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = apply(%f, %x)
# CHECK-NEXT:   %1 = op "+"(%0, 1)
# CHECK-NEXT:   jump ^7(%1)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   fork ^3, ^4
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %2 = opaque()
# CHECK-NEXT:   %3 = call @print(%2)
# CHECK-NEXT:   jump ^7(%x)
# CHECK-NEXT: ^4:
# CHECK-NEXT:   fork ^5, ^6
# CHECK-NEXT: ^5:
# CHECK-NEXT:   raise
# CHECK-NEXT: ^6:
# CHECK-NEXT:   jump ^7(None)
# CHECK-NEXT: ^7(%4):
# CHECK-NEXT:   return(%4)
# CHECK-NEXT: }


def cleans_up(f):
    try:
        return f()
    finally:
        f.close()
# CHECK-LABEL: func @cleans_up(%f) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   fork ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = apply(%f)
# CHECK-NEXT:   %1 = invoke "close"(%f)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %2 = invoke "close"(%f)
# CHECK-NEXT:   raise
# CHECK-NEXT: }


def jumps_out(fs):
    for f in fs:
        try:
            if f.done:
                break
            f()
        finally:
            f.close()
# CHECK-LABEL: func @jumps_out(%fs) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = iterate(%fs)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %1 = has.next(%0)
# CHECK-NEXT:   branch(%1) ^2, ^8
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %2 = next(%0)
# CHECK-NEXT:   fork ^3, ^7
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %3 = get.field "done"(%2)
# CHECK-NEXT:   branch(%3) ^4, ^5
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %4 = invoke "close"(%2)
# CHECK-NEXT:   jump ^8
# CHECK-NEXT: ^5:
# CHECK-NEXT:   fork ^6, ^7
# CHECK-NEXT: ^6:
# CHECK-NEXT:   %5 = apply(%2)
# CHECK-NEXT:   %6 = invoke "close"(%2)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^7:
# CHECK-NEXT:   %7 = invoke "close"(%2)
# CHECK-NEXT:   raise
# CHECK-NEXT: ^8:
# CHECK-NEXT:   return
# CHECK-NEXT: }


def nested(f):
    try:
        try:
            f()
        except KeyError:
            raise ValueError("no") from None
    except ValueError:
        return 1
    return 2
# CHECK-LABEL: func @nested(%f) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   fork ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = apply(%f)
# CHECK-NEXT:   return(2)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   fork ^3, ^5
# CHECK-NEXT: ^3:
# CHECK-NEXT:   fork ^4, ^5
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %1 = call @ValueError("no")
# CHECK-NEXT:   jump ^5
# CHECK-NEXT: ^5:
# CHECK-NEXT:   fork ^6, ^7
# CHECK-NEXT: ^6:
# CHECK-NEXT:   return(1)
# CHECK-NEXT: ^7:
# CHECK-NEXT:   raise
# CHECK-NEXT: }


def index_raises(d):
    try:
        value = d["key"]
    except KeyError:
        value = 0
    return value
# CHECK-LABEL: func @index_raises(%d) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   fork ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = get.item(%d, "key")
# CHECK-NEXT:   jump ^4(%0)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   fork ^3, ^5
# CHECK-NEXT: ^3:
# CHECK-NEXT:   jump ^4(0)
# CHECK-NEXT: ^4(%1):
# CHECK-NEXT:   return(%1)
# CHECK-NEXT: ^5:
# CHECK-NEXT:   raise
# CHECK-NEXT: }


def context_in_try(lock, f):
    try:
        with lock:
            f()
    except RuntimeError:
        f.reset()
# CHECK-LABEL: func @context_in_try(%lock, %f) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = enter(%lock)
# CHECK-NEXT:   %1 = swallows(%lock)
# CHECK-NEXT:   branch(%1) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   exit(%lock)
# CHECK-NEXT:   jump ^6
# CHECK-NEXT: ^2:
# CHECK-NEXT:   fork ^3, ^4
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %2 = apply(%f)
# CHECK-NEXT:   exit(%lock)
# CHECK-NEXT:   jump ^6
# CHECK-NEXT: ^4:
# CHECK-NEXT:   exit(%lock)
# CHECK-NEXT:   fork ^5, ^7
# CHECK-NEXT: ^5:
# CHECK-NEXT:   %3 = invoke "reset"(%f)
# CHECK-NEXT:   jump ^6
# CHECK-NEXT: ^6:
# CHECK-NEXT:   return
# CHECK-NEXT: ^7:
# CHECK-NEXT:   raise
# CHECK-NEXT: }


def leaves_contexts(a, b):
    with a as x, b():
        for y in x:
            if y:
                return y
            with y:
                break
# CHECK-LABEL: func @leaves_contexts(%a, %b) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = enter(%a)
# CHECK-NEXT:   %1 = swallows(%a)
# CHECK-NEXT:   branch(%1) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   exit(%a)
# CHECK-NEXT:   jump ^13
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %2 = apply(%b)
# CHECK-NEXT:   %3 = enter(%2)
# CHECK-NEXT:   %4 = swallows(%2)
# CHECK-NEXT:   branch(%4) ^3, ^4
# CHECK-NEXT: ^3:
# CHECK-NEXT:   exit(%2)
# CHECK-NEXT:   jump ^12
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %5 = iterate(%0)
# CHECK-NEXT:   jump ^5
# CHECK-NEXT: ^5:
# CHECK-NEXT:   %6 = has.next(%5)
# CHECK-NEXT:   branch(%6) ^6, ^11
# CHECK-NEXT: ^6:
# CHECK-NEXT:   %7 = next(%5)
# CHECK-NEXT:   branch(%7) ^7, ^8
# CHECK-NEXT: ^7:
# CHECK-NEXT:   exit(%2)
# CHECK-NEXT:   exit(%a)
# CHECK-NEXT:   return(%7)
# CHECK-NEXT: ^8:
# CHECK-NEXT:   %8 = enter(%7)
# CHECK-NEXT:   %9 = swallows(%7)
# CHECK-NEXT:   branch(%9) ^9, ^10
# CHECK-NEXT: ^9:
# CHECK-NEXT:   exit(%7)
# CHECK-NEXT:   jump ^5
# CHECK-NEXT: ^10:
# CHECK-NEXT:   exit(%7)
# CHECK-NEXT:   jump ^11
# CHECK-NEXT: ^11:
# CHECK-NEXT:   exit(%2)
# CHECK-NEXT:   jump ^12
# CHECK-NEXT: ^12:
# CHECK-NEXT:   exit(%a)
# CHECK-NEXT:   jump ^13
# CHECK-NEXT: ^13:
# CHECK-NEXT:   return
# CHECK-NEXT: }
