# Variables of the module, statements of the module: there those that nobody else assigns are as local as in a function.
# RUN: dt-python --canonical --source-order %s | FileCheck %s
import torch

count = 0
device: torch.device = torch.device("cpu")
a, b = 1, 2
for i in range(3):
    count += i
if __name__ == "__main__":
    model = torch.nn.Linear(1, 2).to(device)
    model(torch.ones(1))


def counts():
    global count, created
    count += 1
    created = device
    return i
# CHECK-LABEL: func @counts() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.global @count
# CHECK-NEXT:   %1 = op "+="(%0, 1)
# CHECK-NEXT:   set.global @count(%1)
# CHECK-NEXT:   %2 = get.global @device
# CHECK-NEXT:   set.global @created(%2)
# CHECK-NEXT:   %3 = get.global @i
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: }


def reads_itself(x):
    count = x
    return count
# CHECK-LABEL: func @reads_itself(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   return(%x)
# CHECK-NEXT: }


def unknown():
    return undefined_name, __file__
# CHECK-LABEL: func @unknown() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.global @undefined_name
# CHECK-NEXT:   %1 = get.global @__file__
# CHECK-NEXT:   %2 = tuple(%0, %1)
# CHECK-NEXT:   return(%2)
# CHECK-NEXT: }
# CHECK-LABEL: func toplevel @toplevel() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   set.global @count(0)
# CHECK-NEXT:   %0 = call @torch.device("cpu")
# CHECK-NEXT:   set.global @device(%0)
# CHECK-NEXT:   set.global @a(1)
# CHECK-NEXT:   set.global @b(2)
# CHECK-NEXT:   %1 = call @range(3)
# CHECK-NEXT:   %2 = iterate(%1)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %3 = has.next(%2)
# CHECK-NEXT:   branch(%3) ^2, ^3
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %4 = next(%2)
# CHECK-NEXT:   set.global @i(%4)
# CHECK-NEXT:   %5 = get.global @count
# CHECK-NEXT:   %6 = op "+="(%5, %4)
# CHECK-NEXT:   set.global @count(%6)
# CHECK-NEXT:   jump ^1
# CHECK-NEXT: ^3:
# CHECK-NEXT:   %7 = get.global @__name__
# CHECK-NEXT:   %8 = op "=="(%7, "__main__")
# CHECK-NEXT:   branch(%8) ^4, ^5
# CHECK-NEXT: ^4:
# CHECK-NEXT:   %9 = call @torch.nn.Linear(1, 2)
# CHECK-NEXT:   %10 = invoke "to"(%9, %0)
# CHECK-NEXT:   set.global @model(%10)
# CHECK-NEXT:   %11 = call @torch.ones(1)
# CHECK-NEXT:   %12 = apply(%10, %11)
# CHECK-NEXT:   jump ^5
# CHECK-NEXT: ^5:
# CHECK-NEXT:   return
# CHECK-NEXT: }
