// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// A device type is its name; what makes a device of it is a call where it is written and nothing where it is implied.
#include <torch/torch.h>

void devices(int rank) {
  torch::Device written(torch::kCUDA);
  torch::Device implied = torch::kCUDA;
  torch::Device indexed(torch::kCUDA, rank);
  torch::Device named("cuda:0");
  torch::Device chosen(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  auto type = c10::DeviceType::XPU;
  c10::optional<torch::Device> maybe = torch::kCPU;
}

int on_device(torch::Tensor x) {
  if (x.device() == torch::kCUDA || x.device().type() == torch::kMPS)
    return x.device().index();
  switch (x.device().type()) {
  case torch::kCPU:
    return 1;
  default:
    return 2;
  }
}

// CHECK-LABEL: func @devices(%rank: number) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: string = const "cuda"
// CHECK-NEXT:   %written: device = call @torch::Device(%0)
// CHECK-NEXT:   %1: string = const "cuda"
// CHECK-NEXT:   %indexed: device = call @torch::Device(%1, %rank)
// CHECK-NEXT:   %2: string = const "cuda:0"
// CHECK-NEXT:   %named: device = call @torch::Device(%2)
// CHECK-NEXT:   %3: bool = call @torch::cuda::is_available()
// CHECK-NEXT:   branch(%3) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %4: string = const "cuda"
// CHECK-NEXT:   jump ^3(%4)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %5: string = const "cpu"
// CHECK-NEXT:   jump ^3(%5)
// CHECK-NEXT: ^3(%6: device):
// CHECK-NEXT:   %chosen: device = call @torch::Device(%6)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @on_device(%x: tensor) -> number {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: device = invoke "device"(%x)
// CHECK-NEXT:   %1: string = const "cuda"
// CHECK-NEXT:   %2: bool = op "=="(%0, %1)
// CHECK-NEXT:   branch(%2) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %3: device = invoke "device"(%x)
// CHECK-NEXT:   %4: number = invoke "index"(%3)
// CHECK-NEXT:   return(%4)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %5: device = invoke "device"(%x)
// CHECK-NEXT:   %6: device = invoke "type"(%5)
// CHECK-NEXT:   %7: string = const "mps"
// CHECK-NEXT:   %8: bool = op "=="(%6, %7)
// CHECK-NEXT:   branch(%8) ^1, ^3
// CHECK-NEXT: ^3:
// CHECK-NEXT:   %9: device = invoke "device"(%x)
// CHECK-NEXT:   %10: device = invoke "type"(%9)
// CHECK-NEXT:   %11: string = const "cpu"
// CHECK-NEXT:   %12: bool = op "=="(%10, %11)
// CHECK-NEXT:   branch(%12) ^5, ^4
// CHECK-NEXT: ^4:
// CHECK-NEXT:   %13: number = const 2
// CHECK-NEXT:   return(%13)
// CHECK-NEXT: ^5:
// CHECK-NEXT:   %14: number = const 1
// CHECK-NEXT:   return(%14)
// CHECK-NEXT: }
