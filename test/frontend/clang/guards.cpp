// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Guard objects are scopes; other objects with destructors are not.
#include <torch/torch.h>

torch::Tensor guarded(torch::Tensor x) {
  torch::NoGradGuard no_grad;
  if (x.is_cuda()) {
    c10::DeviceGuard guard(x.device());
    std::string name = "x";
    if (x.dim() == 2)
      return x + 1;
  }
  return x;
}

// CHECK-LABEL: func @guarded(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %no_grad: object<c10::NoGradGuard> = call @c10::NoGradGuard()
// CHECK-NEXT:   %0 = enter(%no_grad)
// CHECK-NEXT:   %1: bool = invoke "is_cuda"(%x)
// CHECK-NEXT:   branch(%1) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %2: device = invoke "device"(%x)
// CHECK-NEXT:   %guard: object<c10::DeviceGuard> = call @c10::DeviceGuard(%2)
// CHECK-NEXT:   %3 = enter(%guard)
// CHECK-NEXT:   %4: number = invoke "dim"(%x)
// CHECK-NEXT:   %5: number = const 2
// CHECK-NEXT:   %6: bool = op "=="(%4, %5)
// CHECK-NEXT:   branch(%6) ^3, ^4
// CHECK-NEXT: ^2:
// CHECK-NEXT:   exit(%no_grad)
// CHECK-NEXT:   return(%x)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %7: number = const 1
// CHECK-NEXT:   %8: tensor = op "+"(%x, %7)
// CHECK-NEXT:   exit(%guard)
// CHECK-NEXT:   exit(%no_grad)
// CHECK-NEXT:   return(%8)
// CHECK-NEXT: ^4:
// CHECK-NEXT:   exit(%guard)
// CHECK-NEXT:   jump ^2
// CHECK-NEXT: }
