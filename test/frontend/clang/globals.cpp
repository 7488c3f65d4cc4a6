// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Initialisers of globals are one function; constants are their values.
#include <torch/torch.h>

const int64_t kBatch = 64;
constexpr auto kWhere = torch::kCUDA;
static torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
enum class Mode { Fast, Slow };

torch::Tensor uses(Mode mode) {
  if (mode == Mode::Slow)
    device = torch::kCPU;
  return torch::zeros({kBatch}, kWhere).to(device);
}

// CHECK-LABEL: func @uses(%mode: number) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %1: bool = op "=="(%mode, %0)
// CHECK-NEXT:   branch(%1) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %2: string = const "cpu"
// CHECK-NEXT:   set.global @device(%2)
// CHECK-NEXT:   jump ^2
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %3: number = const 64
// CHECK-NEXT:   %4: list<number> = list(%3)
// CHECK-NEXT:   %5: string = const "cuda"
// CHECK-NEXT:   %6: tensor = call @torch::zeros(%4, device=%5)
// CHECK-NEXT:   %7: device = get.global @device
// CHECK-NEXT:   %8: tensor = invoke "to"(%6, %7)
// CHECK-NEXT:   return(%8)
// CHECK-NEXT: }

// CHECK-LABEL: func toplevel @{{.*}}globals.cpp{{"?}}() {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 64
// CHECK-NEXT:   set.global @kBatch(%0)
// CHECK-NEXT:   %1: string = const "cuda"
// CHECK-NEXT:   set.global @kWhere(%1)
// CHECK-NEXT:   %2: bool = call @torch::cuda::is_available()
// CHECK-NEXT:   branch(%2) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %3: string = const "cuda"
// CHECK-NEXT:   jump ^3(%3)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %4: string = const "cpu"
// CHECK-NEXT:   jump ^3(%4)
// CHECK-NEXT: ^3(%5: device):
// CHECK-NEXT:   set.global @device(%5)
// CHECK-NEXT:   return
// CHECK-NEXT: }
