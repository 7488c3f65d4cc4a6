// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Tensor options become keywords where they are written out, and stay values where they are not.
#include <torch/torch.h>

torch::Tensor from_conversions(torch::Device device) {
  auto a = torch::zeros({2}, torch::kCUDA);
  auto b = torch::zeros({2}, device);
  auto c = torch::zeros({2}, torch::kHalf);
  auto d = torch::zeros({2}, "cuda:1");
  return torch::cat({a, b, c, d});
}

torch::Tensor from_chains(torch::Device device) {
  auto a = torch::ones(3, torch::TensorOptions().device(device).dtype(torch::kFloat).requires_grad(true));
  auto b = torch::ones(3, torch::dtype(torch::kLong).device(torch::kCUDA, 1));
  auto c = torch::ones(3, torch::device(torch::kCUDA));
  auto d = torch::ones(3, torch::TensorOptions(torch::kCUDA).device_index(1));
  auto e = at::empty({0}, {});
  return a;
}

torch::Tensor from_variables(torch::Tensor x) {
  auto options = torch::TensorOptions().device(torch::kCUDA);
  auto a = torch::full({2}, 1.5, options);
  auto b = torch::empty_like(x, x.options().dtype(torch::kLong));
  auto c = x.new_zeros({2}, torch::device(torch::kCPU));
  return torch::from_blob(nullptr, {1}, options);
}

torch::Tensor chosen(bool flag) {
  return torch::zeros({1}, torch::dtype(torch::kLong).device(flag ? torch::kCUDA : torch::kCPU));
}

torch::Tensor moves(torch::Tensor x, torch::Tensor y, torch::Device device) {
  x = x.to(device);
  x = x.to(torch::kCUDA, torch::kHalf);
  x = x.to(y.device(), /*non_blocking=*/true);
  x = x.to(y);
  x = x.to(torch::kFloat);
  x = x.to("cuda:1");
  x = x.to(y.options());
  x = x.to(torch::TensorOptions().device(device));
  return x.cuda().cpu();
}

// Options that say nothing.
torch::Tensor makes(torch::TensorOptions options = {}, torch::TensorOptions same = torch::TensorOptions()) {
  return torch::ones({2}, options);
}

// CHECK-LABEL: func @from_conversions(%device: device) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 2
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   %2: string = const "cuda"
// CHECK-NEXT:   %a: tensor = call @torch::zeros(%1, device=%2)
// CHECK-NEXT:   %3: number = const 2
// CHECK-NEXT:   %4: list<number> = list(%3)
// CHECK-NEXT:   %b: tensor = call @torch::zeros(%4, device=%device)
// CHECK-NEXT:   %5: number = const 2
// CHECK-NEXT:   %6: list<number> = list(%5)
// CHECK-NEXT:   %7: number = get.global @c10::kHalf
// CHECK-NEXT:   %c: tensor = call @torch::zeros(%6, dtype=%7)
// CHECK-NEXT:   %8: number = const 2
// CHECK-NEXT:   %9: list<number> = list(%8)
// CHECK-NEXT:   %10: string = const "cuda:1"
// CHECK-NEXT:   %d: tensor = call @torch::zeros(%9, device=%10)
// CHECK-NEXT:   %11: list<tensor> = list(%a, %b, %c, %d)
// CHECK-NEXT:   %12: tensor = call @at::cat(%11)
// CHECK-NEXT:   return(%12)
// CHECK-NEXT: }

// CHECK-LABEL: func @from_chains(%device: device) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 3
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   %2: number = get.global @c10::kFloat
// CHECK-NEXT:   %3: bool = const True
// CHECK-NEXT:   %a: tensor = call @torch::ones(%1, device=%device, dtype=%2, requires_grad=%3)
// CHECK-NEXT:   %4: number = const 3
// CHECK-NEXT:   %5: list<number> = list(%4)
// CHECK-NEXT:   %6: number = get.global @c10::kLong
// CHECK-NEXT:   %7: string = const "cuda"
// CHECK-NEXT:   %8: number = const 1
// CHECK-NEXT:   %9: device = call @torch::Device(%7, %8)
// CHECK-NEXT:   %b: tensor = call @torch::ones(%5, dtype=%6, device=%9)
// CHECK-NEXT:   %10: number = const 3
// CHECK-NEXT:   %11: list<number> = list(%10)
// CHECK-NEXT:   %12: string = const "cuda"
// CHECK-NEXT:   %c: tensor = call @torch::ones(%11, device=%12)
// CHECK-NEXT:   %13: number = const 3
// CHECK-NEXT:   %14: list<number> = list(%13)
// CHECK-NEXT:   %15: number = const 1
// CHECK-NEXT:   %16: string = const "cuda"
// CHECK-NEXT:   %17: device = call @torch::Device(%16, %15)
// CHECK-NEXT:   %d: tensor = call @torch::ones(%14, device=%17)
// CHECK-NEXT:   %18: number = const 0
// CHECK-NEXT:   %19: list<number> = list(%18)
// CHECK-NEXT:   %e: tensor = call @at::empty(%19)
// CHECK-NEXT:   return(%a)
// CHECK-NEXT: }

// CHECK-LABEL: func @from_variables(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: options = call @torch::TensorOptions()
// CHECK-NEXT:   %1: string = const "cuda"
// CHECK-NEXT:   %options: options = invoke "device"(%0, %1)
// CHECK-NEXT:   %2: number = const 2
// CHECK-NEXT:   %3: list<number> = list(%2)
// CHECK-NEXT:   %4: number = const 1.5
// CHECK-NEXT:   %a: tensor = call @torch::full(%3, %4, options=%options)
// CHECK-NEXT:   %5: options = invoke "options"(%x)
// CHECK-NEXT:   %6: number = get.global @c10::kLong
// CHECK-NEXT:   %7: options = invoke "dtype"(%5, %6)
// CHECK-NEXT:   %b: tensor = call @torch::empty_like(%x, options=%7)
// CHECK-NEXT:   %8: number = const 2
// CHECK-NEXT:   %9: list<number> = list(%8)
// CHECK-NEXT:   %10: string = const "cpu"
// CHECK-NEXT:   %c: tensor = invoke "new_zeros"(%x, %9, device=%10)
// CHECK-NEXT:   %11: none = const None
// CHECK-NEXT:   %12: number = const 1
// CHECK-NEXT:   %13: list<number> = list(%12)
// CHECK-NEXT:   %14: tensor = call @torch::from_blob(%11, %13, options=%options)
// CHECK-NEXT:   return(%14)
// CHECK-NEXT: }

// CHECK-LABEL: func @chosen(%flag: bool) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   branch(%flag) ^1, ^2
// CHECK-NEXT: ^1:
// CHECK-NEXT:   %2: string = const "cuda"
// CHECK-NEXT:   jump ^3(%2)
// CHECK-NEXT: ^2:
// CHECK-NEXT:   %3: string = const "cpu"
// CHECK-NEXT:   jump ^3(%3)
// CHECK-NEXT: ^3(%4: device):
// CHECK-NEXT:   %5: number = get.global @c10::kLong
// CHECK-NEXT:   %6: tensor = call @torch::zeros(%1, dtype=%5, device=%4)
// CHECK-NEXT:   return(%6)
// CHECK-NEXT: }

// CHECK-LABEL: func @moves(%x: tensor, %y: tensor, %device: device) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %x.1: tensor = invoke "to"(%x, %device)
// CHECK-NEXT:   %0: string = const "cuda"
// CHECK-NEXT:   %1: number = get.global @c10::kHalf
// CHECK-NEXT:   %x.2: tensor = invoke "to"(%x.1, %0, %1)
// CHECK-NEXT:   %2: device = invoke "device"(%y)
// CHECK-NEXT:   %3: bool = const True
// CHECK-NEXT:   %x.3: tensor = invoke "to"(%x.2, %2, %3)
// CHECK-NEXT:   %x.4: tensor = invoke "to"(%x.3, %y)
// CHECK-NEXT:   %4: number = get.global @c10::kFloat
// CHECK-NEXT:   %x.5: tensor = invoke "to"(%x.4, %4)
// CHECK-NEXT:   %5: string = const "cuda:1"
// CHECK-NEXT:   %x.6: tensor = invoke "to"(%x.5, %5)
// CHECK-NEXT:   %6: options = invoke "options"(%y)
// CHECK-NEXT:   %x.7: tensor = invoke "to"(%x.6, %6)
// CHECK-NEXT:   %7: options = call @torch::TensorOptions()
// CHECK-NEXT:   %8: options = invoke "device"(%7, %device)
// CHECK-NEXT:   %x.8: tensor = invoke "to"(%x.7, %8)
// CHECK-NEXT:   %9: tensor = invoke "cuda"(%x.8)
// CHECK-NEXT:   %10: tensor = invoke "cpu"(%9)
// CHECK-NEXT:   return(%10)
// CHECK-NEXT: }

// CHECK-LABEL: func @makes(%options: options = None, %same: options = None) -> tensor {
