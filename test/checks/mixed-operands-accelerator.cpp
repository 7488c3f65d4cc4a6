// A program that is written for another accelerator than CUDA: it asks whether that is there, and never speaks of CUDA.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated %s -- %torch_flags | FileCheck %s -DACC=mps --implicit-check-not='warning:'
// RUN: sed 's/mps::is_available/xpu::is_available/; s/kMPS/kXPU/; s/hasMPS/hasXPU/' %s > %t.cpp
// RUN: not %device_tidy check --isolated %t.cpp -- %torch_flags | FileCheck %s -DACC=xpu --implicit-check-not='warning:'
#include <torch/torch.h>

torch::Tensor trains() {
  torch::Device device = torch::mps::is_available() ? torch::kMPS : torch::kCPU;
  torch::nn::Linear model(4, 2);
  model->to(device);
  return model(torch::randn({3, 4}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' may be on different devices: 'model' on [[ACC]], 'torch::randn({3, 4})' on cpu
}

torch::Tensor trainsOk() {
  torch::Device device = torch::mps::is_available() ? torch::kMPS : torch::kCPU;
  torch::nn::Linear model(4, 2);
  model->to(device);
  return model(torch::randn({3, 4}, device));
}

torch::Tensor adds() {
  torch::Device device(torch::kCPU);
  if (at::hasMPS())
    device = torch::Device(torch::kMPS);
  auto y = torch::randn({3, 4}, device);
  return y + torch::zeros({3, 4});
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' may be on different devices: 'y' on [[ACC]], 'torch::zeros({3, 4})' on cpu
}

torch::Tensor addsOk() {
  torch::Device device(torch::kCPU);
  if (at::hasMPS())
    device = torch::Device(torch::kMPS);
  auto y = torch::randn({3, 4}, device);
  return y + torch::zeros({3, 4}, device);
}
