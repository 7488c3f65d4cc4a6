# A statement that does not parse is lost, and nothing else. Its function is incomplete.
# RUN: dt-python --canonical --source-order %s 2>%t | FileCheck %s
# RUN: FileCheck --check-prefix=PROBLEM %s < %t


def broken(x):
    y = x.cuda()
    y = y + ) x
    return y


# CHECK-LABEL: func @broken(%x) incomplete {
# CHECK: %0 = invoke "cuda"(%x)
# CHECK-NOT: return(%0)
# CHECK: }


def whole(x):
    return x


# CHECK-LABEL: func @whole(%x) {
# CHECK: return(%x)


def broken_inside(x):
    if x:
        x = x.cpu()
        print x y z
    else:
        x = x.cuda()
    return x


# CHECK-LABEL: func @broken_inside(%x) incomplete {
# CHECK: invoke "cpu"
# CHECK: invoke "cuda"
# CHECK: return

def unclosed(x):
    if x
        x = x.cuda()
    return x


# CHECK-LABEL: func @unclosed(%x) incomplete {
# CHECK: return

# PROBLEM: errors.py:{{[0-9]+}}: invalid syntax
