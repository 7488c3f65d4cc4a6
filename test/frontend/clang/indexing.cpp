// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Elements of tensors, and the memory behind them.
#include <torch/torch.h>
using namespace torch::indexing;

void indexes(torch::Tensor x, torch::Tensor i, torch::Tensor v) {
  auto a = x[0][i];
  auto b = x.index({i, Slice(1), "...", None});
  x[0] = v;
  x.index({i}) = v;
  x.index_put_({i, 0}, v);
  x.slice(0, 1) = v;
  x += v;
  x = -x;
}

float reads(torch::Tensor x) {
  float *p = x.data_ptr<float>();
  p[1] = *p;
  *p = 2;
  auto a = x.accessor<float, 2>();
  float *q = &p[3];
  return a[0][1] + x.item<float>();
}

// CHECK-LABEL: func @indexes(%x: tensor, %i: tensor, %v: tensor) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 0
// CHECK-NEXT:   %1: tensor = get.item(%x, %0)
// CHECK-NEXT:   %a: tensor = get.item(%1, %i)
// CHECK-NEXT:   %2: number = const 1
// CHECK-NEXT:   %3: object<at::indexing::Slice> = call @at::indexing::Slice(%2)
// CHECK-NEXT:   %4: string = const "..."
// CHECK-NEXT:   %5: none = const None
// CHECK-NEXT:   %b: tensor = get.item(%x, %i, %3, %4, %5)
// CHECK-NEXT:   %6: number = const 0
// CHECK-NEXT:   set.item(%x, %6, %v)
// CHECK-NEXT:   set.item(%x, %i, %v)
// CHECK-NEXT:   %7: number = const 0
// CHECK-NEXT:   set.item "index_put_"(%x, %i, %7, %v)
// CHECK-NEXT:   %8: number = const 0
// CHECK-NEXT:   %9: number = const 1
// CHECK-NEXT:   %10: tensor = invoke "slice"(%x, %8, %9)
// CHECK-NEXT:   %11: tensor = invoke "copy_"(%10, %v)
// CHECK-NEXT:   %x.1: tensor = op "+="(%x, %v)
// CHECK-NEXT:   %x.2: tensor = op "neg"(%x.1)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @reads(%x: tensor) -> number {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %p = invoke "data_ptr"(%x)
// CHECK-NEXT:   %0: number = const 0
// CHECK-NEXT:   %1: number = get.item(%p, %0)
// CHECK-NEXT:   %2: number = const 1
// CHECK-NEXT:   set.item(%p, %2, %1)
// CHECK-NEXT:   %3: number = const 2
// CHECK-NEXT:   %4: number = const 0
// CHECK-NEXT:   set.item(%p, %4, %3)
// CHECK-NEXT:   %a: object<torch::headeronly::detail::TensorAccessor> = invoke "accessor"(%x)
// CHECK-NEXT:   %5: number = const 3
// CHECK-NEXT:   %q = op "+"(%p, %5)
// CHECK-NEXT:   %6: number = const 0
// CHECK-NEXT:   %7: object<torch::headeronly::detail::TensorAccessor> = get.item(%a, %6)
// CHECK-NEXT:   %8: number = const 1
// CHECK-NEXT:   %9: number = get.item(%7, %8)
// CHECK-NEXT:   %10: number = invoke "item"(%x)
// CHECK-NEXT:   %11: number = op "+"(%9, %10)
// CHECK-NEXT:   return(%11)
// CHECK-NEXT: }
