// A hard-coded accelerator where a device variable is in scope.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-fixed-index %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

torch::Tensor parameter_bad(torch::Tensor x, torch::Device device) {
  auto weight = torch::ones({2}, device);
  return weight * x.to(torch::Device("cuda:0"));
  // CHECK: :[[@LINE-1]]:21: warning: 'to' names cuda:0 although the device variable 'device' is in scope [device-fixed-index]
}

torch::Tensor parameter_ok(torch::Tensor x, torch::Device device) {
  auto weight = torch::ones({2}, device);
  return weight * x.to(device);
}

torch::Tensor local_bad() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto weight = torch::ones({2}, device);
  auto bias = torch::zeros({2}, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:15: warning: 'zeros' names cuda although the device variable 'device' is in scope [device-fixed-index]
  return weight + bias;
}

torch::Tensor local_ok() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto weight = torch::ones({2}, device);
  auto bias = torch::zeros({2}, device);
  return weight + bias;
}

torch::Tensor string_bad(torch::Tensor x, torch::Device device) {
  return x.to("cuda:1");
  // CHECK: :[[@LINE-1]]:12: warning: 'to' names cuda:1 although the device variable 'device' is in scope [device-fixed-index]
}

torch::Tensor string_ok(torch::Tensor x, torch::Device device) { return x.to(device); }

torch::jit::Module no_variable_ok(torch::jit::Module model) {
  model.to(torch::Device(torch::kCUDA, 0));
  return model;
}

torch::Tensor to_host_ok(torch::Tensor x, torch::Device device) { return x.to(device).sum().to(torch::kCPU); }

// The variable is this very constant.
torch::Tensor the_variable_ok(torch::Tensor x) {
  const torch::Device device(torch::kCUDA, 0);
  return x.to(device);
}

// Two device variables: which of them is meant is not known.
torch::Tensor two_variables_ok(torch::Tensor x, torch::Device first, torch::Device second) {
  return x.to(first).to(second).to(torch::kCUDA);
}
