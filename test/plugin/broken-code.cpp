// REQUIRES: torch
// RUN: not %clang_tidy -load %plugin --config='{}' -checks='-*,device-discarded-move' %s -- %torch_flags \
// RUN:   -include-pch %torch_pch | FileCheck %s --implicit-check-not='{{warning|error}}:'

// What parsed is still checked.

#include <torch/torch.h>

torch::Tensor discards_bad(torch::Device device) {
  auto x = torch::ones({2});
  x.to(device);
  return x;
}
// CHECK: :[[@LINE-3]]:5: warning: result of 'to' is discarded; 'x' stays on cpu [device-discarded-move]

torch::Tensor half_written(torch::Device device) {
  auto x = torch::ones({2}, nowhere);
  // CHECK: :[[@LINE-1]]:29: error: use of undeclared identifier 'nowhere' [clang-diagnostic-error]
  return x;
}
