// A trained model that is loaded onto the CPU: moved, or not.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands,device-load-without-map-location %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor unmoved_bad(torch::Tensor x) {
  torch::nn::Linear model(10, 2);
  torch::load(model, "model.pt", torch::kCPU);
  return model(x.to(torch::kCUDA));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'model' on cpu, 'x.to(torch::kCUDA)' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:3: note: 'model' loaded onto cpu here
  // CHECK: :[[@LINE-3]]:18: note: 'x' moved to cuda here
}

torch::Tensor moved_ok(torch::Tensor x) {
  torch::nn::Linear model(10, 2);
  torch::load(model, "model.pt", torch::kCPU);
  model->to(torch::kCUDA);
  return model(x.to(torch::kCUDA));
}
