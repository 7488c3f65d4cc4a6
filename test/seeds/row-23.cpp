// to() of a tensor returns a new one; to() of a module moves it.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-discarded-move,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor tensor_bad(torch::nn::Linear model, torch::Device device) {
  auto x = torch::randn({1, 10});
  model->to(device);
  x.to(device);
  // CHECK: :[[@LINE-1]]:5: warning: result of 'to' is discarded; 'x' stays on cpu [device-discarded-move]
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cpu here, the default device
  return model(x);
}

torch::Tensor tensor_ok(torch::nn::Linear model, torch::Device device) {
  auto x = torch::randn({1, 10});
  model->to(device);
  x = x.to(device);
  return model(x);
}
