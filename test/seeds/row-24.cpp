// The parameters of a module are created on the CPU wherever it is built.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor built_bad(torch::Tensor x) {
  c10::DeviceGuard guard(torch::Device(torch::kCUDA, 0));
  torch::nn::Conv2d layer(torch::nn::Conv2dOptions(3, 8, 3));
  return layer(x.to(torch::kCUDA));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Conv2d' are on different devices: 'layer' on cpu, 'x.to(torch::kCUDA)' on cuda:0 [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:21: note: 'layer' created on cpu here, the default device
  // CHECK: :[[@LINE-3]]:18: note: 'x' moved to cuda:0 here
}

torch::Tensor built_ok(torch::Tensor x) {
  c10::DeviceGuard guard(torch::Device(torch::kCUDA, 0));
  torch::nn::Conv2d layer(torch::nn::Conv2dOptions(3, 8, 3));
  layer->to(torch::kCUDA);
  return layer(x.to(torch::kCUDA));
}
