# What is starred in a list without parentheses, whatever it is, and what has comments inside.
# RUN: dt-python --canonical --source-order %s 2>%t | FileCheck %s
# RUN: count 0 < %t
# RUN: dt-python --locations --function=stars.ranges %s | FileCheck --check-prefix=RANGES %s


def returned(x, y):
    return *x.split(2), y


# CHECK-LABEL: func @returned(%x, %y) {
# CHECK: %[[PARTS:.*]] = invoke "split"(%x, 2)
# CHECK-NEXT: %[[ALL:.*]] = tuple(*%[[PARTS]], %y)
# CHECK-NEXT: return(%[[ALL]])


def yielded(x, y):
    yield y, *(x, y)


# CHECK-LABEL: func @yielded(%x, %y) {
# CHECK: %[[PARTS:.*]] = tuple(%x, %y)
# CHECK-NEXT: %[[ALL:.*]] = tuple(%y, *%[[PARTS]])
# CHECK-NEXT: yield(%[[ALL]])


def iterated(x, y):
    for each in *[x], y.cuda():
        each.cpu()


# CHECK-LABEL: func @iterated(%x, %y) {
# CHECK: %[[PARTS:.*]] = list(%x)
# CHECK: %[[MOVED:.*]] = invoke "cuda"(%y)
# CHECK: %[[ALL:.*]] = tuple(*%[[PARTS]], %[[MOVED]])
# CHECK: iterate(%[[ALL]])


def indexed(x, y):
    return x[..., *[y]]


# CHECK-LABEL: func @indexed(%x, %y) {
# CHECK: %[[PARTS:.*]] = list(%y)
# CHECK: get.item(%x, {{.*}}, *%[[PARTS]])


def assigned(x, y):
    z = *-x, *(y or x)
    *(first), last = *z,
    return first, last


# CHECK-LABEL: func @assigned(%x, %y) {
# CHECK: op "neg"(%x)
# CHECK: %[[Z:.*]] = tuple(*%{{.*}}, *%{{.*}})
# CHECK: tuple(*%[[Z]])


def operand(x, y):
    z = *x.cuda(), [*y | x], {*x[0]}, f(*y.a, *y.b())
    *y.c, x[0] = z


# CHECK-LABEL: func @operand(%x, %y) {
# CHECK: %[[MOVED:.*]] = invoke "cuda"(%x)
# CHECK: %[[OR:.*]] = op "|"(%y, %x)
# CHECK-NEXT: %[[LIST:.*]] = list(*%[[OR]])
# CHECK: %[[FIRST:.*]] = get.item(%x, 0)
# CHECK-NEXT: list(*%[[FIRST]])
# CHECK: %[[A:.*]] = get.field "a"(%y)
# CHECK: %[[B:.*]] = invoke "b"(%y)
# CHECK: %[[CALL:.*]] = call @f(*%[[A]], *%[[B]])
# CHECK: tuple(*%[[MOVED]], %[[LIST]], %{{.*}}, %[[CALL]])
# CHECK: set.field "c"(%y, %
# CHECK: set.item(%x, 0, %


def commented(x, c):
    return *(
        x.cuda()  # one
        if c  # two
        # three
        else  # four
        x.cpu()
    ), t"{c}"


# CHECK-LABEL: func @commented(%x, %c) {
# CHECK: branch(%c)
# CHECK: invoke "cuda"(%x)
# CHECK: invoke "cpu"(%x)
# CHECK: return


def handled(x):
    try:
        return *x(), 1
    except KeyError, ValueError, x.Other:
        return *x.y, 2


# CHECK-LABEL: func @handled(%x) {
# CHECK: fork
# CHECK: tuple(*%{{.*}}, 1)
# CHECK: get.field "y"
# CHECK: tuple(*%{{.*}}, 2)


class Generic[T = int, *Ts = *tuple[int]]:
    def member(self, x: T): return *x.cuda(), 1


# CHECK-LABEL: func method @Generic.member
# CHECK: invoke "cuda"(%x)
# CHECK: return


def ranges(x): return *x.y, 1
# RANGES: %[[Y:.*]] = get.field "y"(%x@{{[0-9]+}}..{{[0-9]+}})
