// Tensors created without a device that are moved, or meet a tensor of unknown device, later.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-implicit-creation %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor moved_later_bad(torch::Device device) {
  auto x = torch::zeros({2, 2});
  // CHECK: :[[@LINE-1]]:12: warning: 'x' is created without a device, so on the default one [device-implicit-creation]
  // CHECK: :[[@LINE+2]]:12: note: it is moved to 'device' here
  x.fill_(1);
  return x.to(device);
}

torch::Tensor moved_later_ok(torch::Device device) {
  auto x = torch::zeros({2, 2}, device);
  x.fill_(1);
  return x;
}

// Nothing can happen between the two: it is only slow.
torch::Tensor moved_by_the_same_expression_ok() { return torch::randn({2}).to(torch::kCUDA); }

torch::Tensor moved_before_use_ok(torch::Device device) {
  auto x = torch::randn({2});
  x = x.to(device);
  return x + 1;
}

torch::Tensor moved_at_once_ok() { return torch::randn({2}, torch::kCUDA); }

torch::Tensor meets_parameter_bad(torch::Tensor x) {
  auto bias = torch::ones({2});
  // CHECK: :[[@LINE-1]]:15: warning: 'bias' is created without a device, so on the default one [device-implicit-creation]
  // CHECK: :[[@LINE+1]]:12: note: operands of '+' meet here
  return x + bias;
}

torch::Tensor meets_parameter_ok(torch::Tensor x) {
  auto bias = torch::ones({2}, x.device());
  return x + bias;
}

torch::Tensor with_dtype_bad(torch::Tensor x) {
  auto steps = torch::arange(4, torch::kLong);
  // CHECK: :[[@LINE-1]]:16: warning: 'steps' is created without a device, so on the default one [device-implicit-creation]
  // CHECK: :[[@LINE+1]]:10: note: operands of 'matmul' meet here
  return torch::matmul(x, steps);
}

torch::Tensor with_dtype_ok(torch::Tensor x) {
  auto steps = torch::arange(4, torch::dtype(torch::kLong).device(x.device()));
  return torch::matmul(x, steps);
}

// Stays on the host: nothing is said.
float statistics_ok() {
  auto x = torch::randn({100});
  return (x - x.mean()).pow(2).sum().item<float>();
}

torch::Tensor to_host_ok() { return torch::ones({2}).to(torch::kCPU); }

// An index may be on the CPU, and so may a number.
torch::Tensor index_ok(torch::Tensor x) { return x.index({torch::randperm(4)}) * torch::tensor(2.0); }

// Where the operation is sure to fail device-mixed-operands speaks instead.
torch::Tensor certain_ok() {
  auto a = torch::ones({2}, torch::kCUDA);
  return a + torch::ones({2});
}
