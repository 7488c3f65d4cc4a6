// What a function takes to where something else is, and back, is not there.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

int *begin_ok(torch::Tensor features, torch::Tensor offsets) {
  auto there = offsets.to(features.device());
  auto sums = torch::cumsum(there, 0).to(offsets.device());
  int *first = offsets.data_ptr<int>();
  *first = 0;
  return sums.data_ptr<int>() + *first;
}

int begin_bad(torch::Tensor features, torch::Tensor offsets) {
  auto sums = torch::cumsum(features, 0).to(offsets.device());
  return *offsets.data_ptr<int>() + sums.size(0);
  // CHECK: :[[@LINE-1]]:19: warning: 'data_ptr' reads memory of 'offsets' on the host, but 'offsets' may be on its caller's device [device-host-access]
  // CHECK: note: 'offsets' is a parameter of 'begin_bad'
  // CHECK: note: possible fix: copy 'offsets' to the host
}
