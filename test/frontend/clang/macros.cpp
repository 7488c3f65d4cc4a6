// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// AT_DISPATCH repeats its lambda for each type and calls it at once: one copy is lowered, where it stands.
#include <torch/torch.h>
#include <ATen/Dispatch.h>

template <class T> void work(T *p, int64_t n) {}

torch::Tensor dispatches(torch::Tensor x) {
  auto out = torch::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "work", [&] {
    work<scalar_t>(x.data_ptr<scalar_t>(), x.numel());
    out = out + 1;
  });
  return out;
}

// CHECK-LABEL: func @work(%p, %n: number) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @dispatches(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %out: tensor = call @torch::empty_like(%x)
// CHECK-NEXT:   %the_type: number = invoke "scalar_type"(%x)
// CHECK-NEXT:   %_st: number = call @detail::scalar_type(%the_type)
// CHECK-NEXT:   fork ^3, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   return(%out.1)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   raise
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %0 = invoke "data_ptr"(%x)
// CHECK-NEXT:   %1: number = invoke "numel"(%x)
// CHECK-NEXT:   %2: none = call @work(%0, %1)
// CHECK-NEXT:   %3: number = const 1
// CHECK-NEXT:   %out.1: tensor = op "+"(%out, %3)
// CHECK-NEXT:   jump ^4
// CHECK-NEXT: ^4:
// CHECK-NEXT:   jump ^1
// CHECK-NEXT: }
