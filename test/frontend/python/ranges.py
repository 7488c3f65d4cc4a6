# Byte ranges and carets: the operator, the member's name, else the first byte. Comments of this file count as bytes.
# RUN: dt-python --locations --function=ranges.f %s > %t
# RUN: %python %S/Inputs/carets.py %s %t | FileCheck %s
import torch


def f(x, d):
    y = x.to(d) + torch.zeros(3, device=d)
    y[0].w = -x
    y += x
    return x < y


# CHECK: invoke: {x.^to(d)} x, d
# CHECK: call: {^torch.zeros(3, device=d)} {{.*}}d
# CHECK: op: {x.to(d) ^+ torch.zeros(3, device=d)} x.to(d), torch.zeros(3, device=d)
# CHECK: op: {^-x} x
# CHECK: get.item: {^y[0]} y, 0
# CHECK: set.field: {y[0].w ^= -x} y[0], -x
# CHECK: op: {y ^+= x} y, x
# CHECK: op: {x ^< y} x, y
# CHECK: return: {^return x < y} x < y
