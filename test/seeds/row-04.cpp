// cuda() and to(device) mixed.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-transfer %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

int main() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  torch::nn::Linear model(10, 2);
  model->to(device);
  auto data = torch::randn({1, 10}).cuda();
  // CHECK: :[[@LINE-1]]:37: warning: 'torch::randn({1, 10})' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ [device-mixed-transfer]
  // CHECK: :[[@LINE-3]]:10: note: 'model' moved to the device of 'device' here
  auto output = model(data);
}
