// Autocast is for one type of device.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-autocast-mismatch %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

torch::Tensor cpu_bad(torch::Tensor x) {
  torch::nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  at::autocast::set_autocast_enabled(at::kCPU, true);
  auto y = model(x.to(torch::kCUDA));
  // CHECK: :[[@LINE-1]]:12: warning: 'Linear' is called under autocast for another device: 'model' on cuda, the autocast region on cpu [device-autocast-mismatch]
  // CHECK: :[[@LINE-4]]:10: note: 'model' moved to cuda here
  at::autocast::set_autocast_enabled(at::kCPU, false);
  return y;
}

torch::Tensor cpu_ok(torch::Tensor x) {
  torch::nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  at::autocast::set_autocast_enabled(at::kCUDA, true);
  auto y = model(x.to(torch::kCUDA));
  at::autocast::set_autocast_enabled(at::kCUDA, false);
  return y;
}

torch::Tensor cuda_bad(torch::Tensor x) {
  torch::nn::Linear model(4, 2);
  at::autocast::set_autocast_enabled(at::kCUDA, true);
  auto y = model(x);
  // CHECK: :[[@LINE-1]]:12: warning: 'Linear' is called under autocast for another device: 'model' on cpu, the autocast region on cuda [device-autocast-mismatch]
  // CHECK: :[[@LINE-4]]:21: note: 'model' created on cpu here, the default device
  at::autocast::set_autocast_enabled(at::kCUDA, false);
  return y;
}

torch::Tensor after_ok(torch::Tensor x) {
  torch::nn::Linear model(4, 2);
  at::autocast::set_autocast_enabled(at::kCUDA, true);
  at::autocast::set_autocast_enabled(at::kCUDA, false);
  return model(x);
}

// Whether it is on is not known.
torch::Tensor option_ok(torch::Tensor x, bool half) {
  torch::nn::Linear model(4, 2);
  at::autocast::set_autocast_enabled(at::kCUDA, half);
  return model(x);
}

torch::Tensor variable_ok(torch::Tensor x, torch::Device device) {
  torch::nn::Linear model(4, 2);
  model->to(device);
  at::autocast::set_autocast_enabled(device.type(), true);
  return model(x.to(device));
}
