// One bug, one finding: what is known to be read on the host is no memory that nobody tests, too.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-host-access --select device-unchecked-data-ptr %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// RUN: not %device_tidy check --isolated --select device-unchecked-data-ptr %s -- %torch_flags | FileCheck %s --check-prefix=OTHER
#include <torch/torch.h>

float local_bad(torch::Device device) {
  auto x = torch::ones({4}).to(device);
  return x.data_ptr<float>()[0];
  // CHECK: :[[@LINE-1]]:12: warning: 'data_ptr' reads memory of 'x' on the host, but 'x' may be on 'device' [device-host-access]
  // CHECK: :[[@LINE-3]]:29: note:
  // OTHER: :[[@LINE-3]]:12: warning: 'data_ptr' hands memory of 'x' to host code
}

float local_ok(torch::Device device) {
  auto x = torch::ones({4}).to(device).cpu();
  return x.data_ptr<float>()[0];
}

float given_bad(torch::Tensor x) {
  return x.data_ptr<float>()[0];
  // CHECK: :[[@LINE-1]]:12: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
}
