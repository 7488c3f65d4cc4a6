// Factories with a device, moves of tensors and modules, the device of a tensor: silent, and followed.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands,device-discarded-move,device-index-mismatch %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

static torch::Device pick() { return torch::cuda::is_available() ? torch::kCUDA : torch::kCPU; }

torch::Tensor recommended_ok() {
  auto device = pick();
  auto x = torch::randn({3, 3}, torch::TensorOptions().device(device));
  auto y = torch::ones({3, 3}).to(device);
  auto z = torch::zeros({3, 3}, x.device());
  torch::nn::Linear model(3, 3);
  model->to(x.device());
  return model(x + y + z);
}

torch::Tensor followed_bad() {
  auto x = torch::randn({3, 3}, pick());
  auto z = torch::zeros({3, 3}, x.device());
  return z + torch::ones({3, 3});
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' may be on different devices: 'z' on cuda, 'torch::ones({3, 3})' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:12: note: 'z' created on cuda here
  // CHECK: :[[@LINE-3]]:14: note: 'torch::ones({3, 3})' created on cpu here, the default device; it fails on a machine with a GPU
}
