// Indices of devices: what no machine has, and what only some have.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-invalid-index --output-format concise %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <c10/core/DeviceGuard.h>
#include <torch/torch.h>

struct Stages {
  torch::nn::Linear first{16, 16}, second{16, 4};

  void place_bad() {
    first->to(torch::Device("cuda:0"));
    second->to(torch::Device("cuda:16"));
    // CHECK: :[[@LINE-1]]:30: warning: '"cuda:16"' names no accelerator for 'Device': the last accelerator is cuda:7 [device-invalid-index]
  }
  void place_ok() {
    first->to(torch::Device("cuda:0"));
    second->to(torch::Device("cuda:1"));
  }
};

std::vector<torch::Tensor> replicas_bad(torch::Tensor x) {
  std::vector<torch::Tensor> copies;
  for (c10::DeviceIndex k = 0; k < torch::cuda::device_count(); ++k)
    copies.push_back(x.to(torch::Device(torch::kCUDA, k)));
  if (torch::cuda::is_available())
    copies.push_back(x.to(torch::Device(torch::kCUDA, torch::cuda::device_count())));
  // CHECK: :[[@LINE-1]]:55: warning: 'torch::cuda::device_count()' names no accelerator for 'Device': it is the number of accelerators, one more than the last index [device-invalid-index]
  return copies;
}

std::vector<torch::Tensor> replicas_ok(torch::Tensor x) {
  std::vector<torch::Tensor> copies;
  for (c10::DeviceIndex k = 0; k < torch::cuda::device_count(); ++k)
    copies.push_back(x.to(torch::Device(torch::kCUDA, k)));
  if (torch::cuda::is_available())
    copies.push_back(x.to(torch::Device(torch::kCUDA, torch::cuda::device_count() - 1)));
  return copies;
}

torch::Tensor options_bad() {
  c10::OptionalDeviceGuard guard(torch::Device(torch::kCUDA, 0));
  return torch::zeros({4}, torch::TensorOptions().dtype(torch::kFloat).device(torch::kCUDA, 9));
  // CHECK: :[[@LINE-1]]:93: warning: '9' names no accelerator for 'Device': the last accelerator is cuda:7 [device-invalid-index]
}

torch::Tensor options_ok() {
  c10::OptionalDeviceGuard guard(torch::Device(torch::kCUDA, 0));
  return torch::zeros({4}, torch::TensorOptions().dtype(torch::kFloat).device(torch::kCUDA, 0));
}

// cuda:1 exists on a machine with two GPUs.
torch::Tensor second_ok(torch::Tensor x) { return torch::cuda::device_count() > 1 ? x.to("cuda:1") : x; }
