// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch 2>/dev/null | FileCheck %s
// REQUIRES: torch
// What did not parse is opaque, the rest stays.
#include <torch/torch.h>
#include "no/such/header.h"

torch::Tensor partly(torch::Tensor x, bool flag) {
  auto y = unknown(x);
  auto z = torch::zeros({2}, torch::kCUDA);
  auto word = flag ? y : y + 1;
  return x.to(z.device()) + x.missing();
}

torch::Tensor whole(torch::Tensor x) { return x + 1; }

// CHECK-LABEL: func @partly(%x: tensor, %flag: bool) -> tensor incomplete {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0 = opaque()
// CHECK-NEXT:   %y = opaque(%0, %x)
// CHECK-NEXT:   %1: number = const 2
// CHECK-NEXT:   %2: list<number> = list(%1)
// CHECK-NEXT:   %3: string = const "cuda"
// CHECK-NEXT:   %z: tensor = call @torch::zeros(%2, device=%3)
// CHECK-NEXT:   branch(%flag) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %4 = opaque()
// CHECK-NEXT:   jump ^3(%4)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %5 = opaque()
// CHECK-NEXT:   %6: number = const 1
// CHECK-NEXT:   %7 = opaque(%5, %6)
// CHECK-NEXT:   jump ^3(%7)
// CHECK-NEXT: ^3(%word):
// CHECK-NEXT:   %8: device = invoke "device"(%z)
// CHECK-NEXT:   %9: tensor = invoke "to"(%x, %8)
// CHECK-NEXT:   %10 = opaque(%x)
// CHECK-NEXT:   %11 = opaque(%10)
// CHECK-NEXT:   %12 = opaque(%9, %11)
// CHECK-NEXT:   return(%12)
// CHECK-NEXT: }

// CHECK-LABEL: func @whole(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %1: tensor = op "+"(%x, %0)
// CHECK-NEXT:   return(%1)
// CHECK-NEXT: }
