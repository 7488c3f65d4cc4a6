// Another name of a tensor that has moved since.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-stale-alias,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor symbols_bad(torch::Tensor x, torch::Device device) {
  auto residual = x;
  x = x.to(device);
  return x * 2 + residual;
  // CHECK: :[[@LINE-1]]:16: warning: '+' meets 'residual', which is 'x' from before its move: 'residual' on its caller's device, 'x * 2' on 'device' [device-stale-alias]
  // CHECK: :[[@LINE-5]]:41: note: 'x' is a parameter of 'symbols_bad' and is on its caller's device
  // CHECK: :[[@LINE-4]]:9: note: 'x' moved to 'device' here
}

torch::Tensor symbols_ok(torch::Tensor x, torch::Device device) {
  x = x.to(device);
  auto residual = x;
  return x * 2 + residual;
}

torch::Tensor created_bad() {
  auto x = torch::ones({2});
  auto y = x;
  x = x.to(torch::kCUDA);
  return x * y;
  // CHECK: :[[@LINE-1]]:12: warning: '*' meets 'y', which is 'x' from before its move: 'y' on cpu, 'x' on cuda [device-stale-alias]
  // CHECK: :[[@LINE-5]]:12: note: 'x' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:9: note: 'x' moved to cuda here
}

torch::Tensor created_ok() {
  auto x = torch::ones({2}).to(torch::kCUDA);
  auto y = x;
  return x * y;
}

// The original has a use of its own.
torch::Tensor kept_ok(torch::Tensor x, torch::Device device) {
  auto host = x;
  x = x.to(device);
  std::cout << host.mean() << '\n';
  return x * 2;
}

torch::Tensor same_place_ok(torch::Tensor x) {
  auto y = x;
  x = x.to(y.device());
  return x + y;
}

// Without another name it is device-mixed-operands.
torch::Tensor two_names_ok(torch::Tensor x, torch::Device device) {
  auto y = x.to(device);
  return y * 2;
}

torch::Tensor of_the_machine_bad() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  auto x = torch::rand({3});
  auto y = x;
  x = x.to(device);
  return x + y;
  // CHECK: :[[@LINE-1]]:12: warning: '+' meets 'y', which is 'x' from before its move: 'y' on cpu, 'x' on cuda [device-stale-alias]
  // CHECK: :[[@LINE-5]]:12: note: 'x' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:9: note: 'x' moved to cuda here; it fails on a machine with a GPU
}

torch::Tensor of_the_machine_ok() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  auto x = torch::rand({3});
  x = x.to(device);
  auto y = x;
  return x + y;
}
