// REQUIRES: torch
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-discarded-move' %s -- %torch_flags -include-pch \
// RUN:   %torch_pch | FileCheck %s --implicit-check-not='{{warning|note|error}}:'
// RUN: %dt_clang_tidy --config='{}' -checks='-*,device-discarded-move' %s -- %torch_flags -include-pch %torch_pch | \
// RUN:   FileCheck %s --implicit-check-not='{{warning|note|error}}:'

// A finding reaches clang-tidy with its caret, its range, its notes and its sure repair.

#include <torch/torch.h>

torch::Tensor discards_bad(torch::Device device) {
  auto x = torch::ones({2});
  x.to(device);
  return x;
}
// CHECK: :[[@LINE-3]]:5: warning: result of 'to' is discarded; 'x' stays on cpu [device-discarded-move]
// CHECK-NEXT: x.to(device);
// CHECK-NEXT: ~~^~~~~~~~~~
// CHECK-NEXT: {{^ +\| +}}x ={{ $}}
// CHECK: :[[@LINE-8]]:12: note: 'x' created on cpu here, the default device

torch::Tensor assigns_ok(torch::Device device) {
  auto x = torch::ones({2});
  x = x.to(device);
  return x;
}
