// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Inside `try` a call may go to the handlers with the state before it; TORCH_CHECK is a branch.
#include <torch/torch.h>

torch::Tensor tries(torch::Tensor x) {
  try {
    x = x.cuda();
    x = x + 1;
  } catch (const c10::Error &e) {
    x = x.cpu();
  } catch (...) {
    throw;
  }
  return x;
}

struct Loaded {
  explicit Loaded(torch::Tensor x) : x(x) {}
  torch::Tensor x;
};

torch::Tensor constructs(torch::Tensor x) {
  try {
    Loaded a(x);
    try {
      Loaded b(x.cuda());
      x = b.x;
    } catch (...) {
      Loaded c(x.cpu());
    }
  } catch (...) {
    x = x + 1;
  }
  return x;
}

void throws(torch::Tensor x) {
  if (!x.is_cuda())
    throw std::runtime_error("no");
}

torch::Tensor checks(torch::Tensor x, torch::Tensor y) {
  TORCH_CHECK(x.is_cuda() && y.is_cuda(), "expected cuda, got ", x.device());
  TORCH_CHECK(!x.is_sparse());
  TORCH_INTERNAL_ASSERT(x.dim() == 2);
  return x;
}

// CHECK-LABEL: func @tries(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   fork ^1, ^2(%x)
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %x.1: tensor = invoke "cuda"(%x)
// CHECK-NEXT:   fork ^3, ^2(%x.1)
// CHECK-NEXT: ^2(%x.2: tensor):
// CHECK-NEXT:   fork ^6, ^5
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %x.3: tensor = op "+"(%x.1, %0)
// CHECK-NEXT:   jump ^4(%x.3)
// CHECK-NEXT: ^4(%x.4: tensor):
// CHECK-NEXT:   return(%x.4)
// CHECK-NEXT: ^5:
// CHECK-NEXT:   raise
// CHECK-NEXT: ^6:
// CHECK-NEXT:   %e: object<c10::Error> = opaque()
// CHECK-NEXT:   %x.5: tensor = invoke "cpu"(%x.2)
// CHECK-NEXT:   jump ^4(%x.5)
// CHECK-NEXT: }

// CHECK-LABEL: func @constructs(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   fork ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %a: object<Loaded> = call @Loaded(%x)
// CHECK-NEXT:   fork ^3, ^4
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %x.1: tensor = op "+"(%x, %0)
// CHECK-NEXT:   jump ^9(%x.1)
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %1: tensor = invoke "cuda"(%x)
// CHECK-NEXT:   fork ^5, ^4
// CHECK-NEXT: ^4:
// CHECK-NEXT:   fork ^7, ^2
// CHECK-NEXT: ^5:
// CHECK-NEXT:   %b: object<Loaded> = call @Loaded(%1)
// CHECK-NEXT:   %x.2: tensor = get.field "x"(%b)
// CHECK-NEXT:   jump ^6(%x.2)
// CHECK-NEXT: ^6(%x.3: tensor):
// CHECK-NEXT:   jump ^9(%x.3)
// CHECK-NEXT: ^7:
// CHECK-NEXT:   %2: tensor = invoke "cpu"(%x)
// CHECK-NEXT:   fork ^8, ^2
// CHECK-NEXT: ^8:
// CHECK-NEXT:   %c: object<Loaded> = call @Loaded(%2)
// CHECK-NEXT:   jump ^6(%x)
// CHECK-NEXT: ^9(%x.4: tensor):
// CHECK-NEXT:   return(%x.4)
// CHECK-NEXT: }

// CHECK-LABEL: func @throws(%x: tensor) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: bool = invoke "is_cuda"(%x)
// CHECK-NEXT:   branch(%0) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   return
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %1: string = const "no"
// CHECK-NEXT:   %2: object<std::runtime_error> = call @std::runtime_error(%1)
// CHECK-NEXT:   raise(%2)
// CHECK-NEXT: }

// CHECK-LABEL: func @checks(%x: tensor, %y: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: bool = invoke "is_cuda"(%x)
// CHECK-NEXT:   branch(%0) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %1: bool = invoke "is_cuda"(%y)
// CHECK-NEXT:   branch(%1) ^3, ^2
// CHECK-NEXT: ^2:
// CHECK-NEXT:   unreachable
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %2: bool = invoke "is_sparse"(%x)
// CHECK-NEXT:   branch(%2) ^4, ^5
// CHECK-NEXT: ^4:
// CHECK-NEXT:   unreachable
// CHECK-NEXT: ^5:
// CHECK-NEXT:   %3: number = invoke "dim"(%x)
// CHECK-NEXT:   %4: number = const 2
// CHECK-NEXT:   %5: bool = op "=="(%3, %4)
// CHECK-NEXT:   branch(%5) ^6, ^7
// CHECK-NEXT: ^6:
// CHECK-NEXT:   return(%x)
// CHECK-NEXT: ^7:
// CHECK-NEXT:   unreachable
// CHECK-NEXT: }
