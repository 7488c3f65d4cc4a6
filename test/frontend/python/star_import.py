# A name that nothing in the file binds is from the star import; builtins stay what they are.
# RUN: dt-python --canonical --source-order %s | FileCheck %s
from torch import *


def makes(n):
    return zeros(len(n))
# CHECK-LABEL: func @makes(%n) {
# CHECK-NEXT: ^0:
# CHECK-NEXT:   %0 = call @len(%n)
# CHECK-NEXT:   %1 = call @torch.zeros(%0)
# CHECK-NEXT:   return(%1)
# CHECK-NEXT: }
