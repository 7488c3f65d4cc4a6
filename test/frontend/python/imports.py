# What names mean that imports bind.
# RUN: dt-python --module=pkg.sub.mod --canonical --source-order %s | FileCheck %s
import os.path
import torch.nn as nn
import torch.nn.functional as F, torch
from torch import Tensor, zeros as empty_ones
from . import config, sibling as s
from .. import above
from ..other.place import thing
from .net import Net

try:
    import fast as impl
except ImportError:
    import slow as impl

try:
    import apex
except ImportError:
    apex = None

if torch.cuda.is_available():
    from cuda_ops import op
else:
    op = None

Alias = nn.Linear


def uses_them(x):
    os.path.join(x, config.ROOT)
    s.run(above.LIMIT, thing)
    impl.go(Net(1), Alias(2, 3))
    if apex is None:
        return op(x)
    return F.relu(empty_ones(3))
# CHECK-LABEL: func @uses_them(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = get.global @pkg.sub.config.ROOT
# CHECK-NEXT:   %1 = call @os.path.join(%x, %0)
# CHECK-NEXT:   %2 = get.global @pkg.above.LIMIT
# CHECK-NEXT:   %3 = get.global @pkg.other.place.thing
# CHECK-NEXT:   %4 = call @pkg.sub.sibling.run(%2, %3)
# CHECK-NEXT:   %5 = call @pkg.sub.net.Net(1)
# CHECK-NEXT:   %6 = call @torch.nn.Linear(2, 3)
# CHECK-NEXT:   %7 = call @fast.go(%5, %6)
# CHECK-NEXT:   %8 = get.global @apex
# CHECK-NEXT:   %9 = op "is"(%8, None)
# CHECK-NEXT:   branch(%9) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %10 = call @cuda_ops.op(%x)
# CHECK-NEXT:   return(%10)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   %11 = call @torch.zeros(3)
# CHECK-NEXT:   %12 = call @torch.nn.functional.relu(%11)
# CHECK-NEXT:   return(%12)
# CHECK-NEXT: }


def imports_itself(x):
    import torch.fft as fft
    from .late import Late

    if x:
        from a import b
    else:
        b = None
    return fft.rfft(Late(b))
# CHECK-LABEL: func @imports_itself(%x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   branch(%x) ^1, ^2
# CHECK-NEXT: ^1:
# CHECK-NEXT:   %0 = get.global @a.b
# CHECK-NEXT:   jump ^3(%0)
# CHECK-NEXT: ^2:
# CHECK-NEXT:   jump ^3(None)
# CHECK-NEXT: ^3(%1):
# CHECK-NEXT:   %2 = call @pkg.sub.late.Late(%1)
# CHECK-NEXT:   %3 = call @torch.fft.rfft(%2)
# CHECK-NEXT:   return(%3)
# CHECK-NEXT: }


def sets_module_state():
    torch.backends.cudnn.benchmark = True
    config.DEVICE = "cpu"
# CHECK-LABEL: func @sets_module_state() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   set.global @torch.backends.cudnn.benchmark(True)
# CHECK-NEXT:   set.global @pkg.sub.config.DEVICE("cpu")
# CHECK-NEXT:   return
# CHECK-NEXT: }


def shadows(torch, x):
    return torch.zeros(x)
# CHECK-LABEL: func @shadows(%torch, %x) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = invoke "zeros"(%torch, %x)
# CHECK-NEXT:   return(%0)
# CHECK-NEXT: }
# CHECK-LABEL: func toplevel @toplevel() {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   fork ^2, ^1
# CHECK-NEXT: ^1:
# CHECK-NEXT:   fork ^2, ^9
# CHECK-NEXT: ^2:
# CHECK-NEXT:   fork ^5, ^3
# CHECK-NEXT: ^3:
# CHECK-NEXT:   fork ^4, ^8
# CHECK-NEXT: ^4:
# CHECK-NEXT:   set.global @apex(None)
# CHECK-NEXT:   jump ^5
# CHECK-NEXT: ^5:
# CHECK-NEXT:   %0 = call @torch.cuda.is_available()
# CHECK-NEXT:   branch(%0) ^7, ^6
# CHECK-NEXT: ^6:
# CHECK-NEXT:   set.global @op(None)
# CHECK-NEXT:   jump ^7
# CHECK-NEXT: ^7:
# CHECK-NEXT:   %1 = get.global @torch.nn.Linear
# CHECK-NEXT:   set.global @Alias(%1)
# CHECK-NEXT:   return
# CHECK-NEXT: ^8:
# CHECK-NEXT:   raise
# CHECK-NEXT: ^9:
# CHECK-NEXT:   raise
# CHECK-NEXT: }
