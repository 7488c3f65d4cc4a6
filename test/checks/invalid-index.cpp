// An index that no machine has; cuda:1 exists on some, and behind a test of the count nothing is reported.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-invalid-index %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor string_bad(torch::Tensor x) {
  return x.to("cuda:8");
  // CHECK: :[[@LINE-1]]:15: warning: '"cuda:8"' names no accelerator for 'to': the last accelerator is cuda:7 [device-invalid-index]
}

torch::Tensor string_ok(torch::Tensor x) { return x.to("cuda:7"); }

torch::Tensor device_bad() {
  torch::Device device(torch::kCUDA, 64);
  // CHECK: :[[@LINE-1]]:38: warning: '64' names no accelerator for 'Device': the last accelerator is cuda:7 [device-invalid-index]
  return torch::zeros({2}, device);
}

torch::Tensor device_ok() {
  torch::Device device(torch::kCUDA, 1);
  return torch::zeros({2}, device);
}

// A release build of c10 does not look at the index before somebody switches to that device.
torch::Device negative_bad() {
  return torch::Device(torch::kCUDA, -2);
  // CHECK: :[[@LINE-1]]:38: warning: '-2' names no accelerator for 'Device': it is negative [device-invalid-index]
}

torch::Device negative_ok() { return torch::Device(torch::kCUDA, -1); }

torch::Device text_bad() {
  return torch::Device("cuda:-1");
  // CHECK: :[[@LINE-1]]:24: warning: '"cuda:-1"' names no accelerator for 'Device': it is negative [device-invalid-index]
}

torch::Device word_bad() {
  return torch::Device("cuda:all");
  // CHECK: :[[@LINE-1]]:24: warning: '"cuda:all"' names no accelerator for 'Device': it is no number [device-invalid-index]
}

torch::Device count_bad() {
  return torch::Device(torch::kCUDA, torch::cuda::device_count());
  // CHECK: :[[@LINE-1]]:38: warning: 'torch::cuda::device_count()' names no accelerator for 'Device': it is the number of accelerators, one more than the last index [device-invalid-index]
}

torch::Device count_ok() { return torch::Device(torch::kCUDA, torch::cuda::device_count() - 1); }

torch::Device variable_bad() {
  auto last = torch::cuda::device_count();
  return torch::Device(torch::kCUDA, last);
  // CHECK: :[[@LINE-1]]:38: warning: 'last' names no accelerator for 'Device': it is the number of accelerators, one more than the last index [device-invalid-index]
}

torch::Device variable_ok() {
  auto last = torch::cuda::device_count() - 1;
  return torch::Device(torch::kCUDA, last);
}

torch::Tensor options_bad() {
  return torch::ones({2}, torch::device({torch::kCUDA, 12}));
  // CHECK: :[[@LINE-1]]:56: warning: '12' names no accelerator for 'Device': the last accelerator is cuda:7 [device-invalid-index]
}

torch::Tensor options_ok() { return torch::ones({2}, torch::device({torch::kCUDA, 3})); }

// The CPU has no index that anybody reads.
torch::Device cpu_ok() { return torch::Device(torch::kCPU, 0); }

torch::Tensor counted_ok(torch::Tensor x) {
  if (torch::cuda::device_count() > 8)
    return x.to("cuda:8");
  return x;
}

// Numbers that are computed are not followed.
torch::Device FN_computed() { return torch::Device(torch::kCUDA, torch::cuda::device_count() + 1); }
