// A guard changes the current GPU, not the default device: the tensor is on the CPU.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor guard_bad() {
  c10::DeviceGuard guard(torch::Device(torch::kCUDA, 0));
  auto x = torch::randn({3, 3});
  return torch::matmul(x, torch::ones({3, 3}, torch::kCUDA));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'matmul' are on different devices: 'x' on cpu, 'torch::ones({3, 3}, torch::kCUDA)' on cuda:0 [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cpu here, the default device
  // CHECK: :[[@LINE-3]]:27: note: 'torch::ones({3, 3}, torch::kCUDA)' created on cuda:0 here
}

torch::Tensor guard_ok() {
  c10::DeviceGuard guard(torch::Device(torch::kCUDA, 0));
  auto x = torch::randn({3, 3}, torch::kCUDA);
  return torch::matmul(x, torch::ones({3, 3}, torch::kCUDA));
}
