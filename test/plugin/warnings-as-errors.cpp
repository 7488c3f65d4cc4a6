// REQUIRES: torch
// RUN: not %clang_tidy -load %plugin --config='{}' -checks='-*,device-discarded-move' \
// RUN:   --warnings-as-errors='device-discarded-*' %s -- %torch_flags -include-pch %torch_pch | FileCheck %s

#include <torch/torch.h>

torch::Tensor discards_bad(torch::Device device) {
  auto x = torch::ones({2});
  x.to(device);
  return x;
}
// CHECK: :[[@LINE-3]]:5: error: result of 'to' is discarded; 'x' stays on cpu [device-discarded-move,-warnings-as-errors]
