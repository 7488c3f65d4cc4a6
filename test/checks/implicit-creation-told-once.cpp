// A factory that is told where it meets something is not told once more, and its repair stands there; both ends of a
// range are one read.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 2 --select device-mixed-operands,device-implicit-creation,device-host-access %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|error}}:'
#include <algorithm>
#include <torch/torch.h>

torch::Tensor gumbel_bad(const torch::Tensor &logits) {
  auto u = torch::rand(logits.sizes());
  return logits - torch::log(-torch::log(u));
}

torch::Tensor gumbel_ok(const torch::Tensor &logits) {
  auto u = torch::rand(logits.sizes(), logits.device());
  return logits - torch::log(-torch::log(u));
}

float most_bad() {
  auto probs = torch::rand({5}, torch::kCUDA);
  return *std::max_element(probs.data_ptr<float>(), probs.data_ptr<float>() + 5);
  // CHECK: :[[@LINE-1]]:{{[0-9]+}}: warning: 'data_ptr' reads memory of 'probs' on the host
}

float most_ok() {
  auto probs = torch::rand({5}, torch::kCUDA).cpu();
  return *std::max_element(probs.data_ptr<float>(), probs.data_ptr<float>() + 5);
}

int main() {
  auto device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  gumbel_bad(torch::rand({2, 3}).to(device));
  // CHECK: :[[@LINE-1]]:3: warning: operands of '-' may be on different devices
  // CHECK: fix: create 'u' on 'logits.device()'
  gumbel_ok(torch::rand({2, 3}).to(device));
}
