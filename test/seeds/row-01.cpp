// A model on the GPU and an input on the CPU.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

int main() {
  torch::nn::Linear model(10, 2);
  model->to(torch::kCUDA);
  auto input_data = torch::randn({1, 10});
  auto output = model(input_data);
  // CHECK: :[[@LINE-1]]:17: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'input_data' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:10: note: 'model' moved to cuda here
  // CHECK: :[[@LINE-4]]:21: note: 'input_data' created on cpu here, the default device
}
