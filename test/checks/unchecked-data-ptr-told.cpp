// What a call of the function gives is told at the call, which names the read: once.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --select device-host-access,device-unchecked-data-ptr %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

static float first(torch::Tensor x) { return x.data_ptr<float>()[0]; }
float bad_call() {
  auto x = torch::ones({4}).to(torch::kCUDA);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'data_ptr' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
  return first(x);
}

float bad_lambda() {
  auto x = torch::ones({4}).to(torch::kCUDA);
  auto f = [](const torch::Tensor &t) { return t.data_ptr<float>()[0]; };
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'data_ptr' reads memory of 't' on the host, but 't' is on cuda [device-host-access]
  return f(x);
}

// Nobody calls it.
// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
float uncalled(torch::Tensor x) { return x.data_ptr<float>()[0]; }
