// REQUIRES: torch
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-discarded-move' %s -- %torch_flags -include-pch \
// RUN:   %torch_pch | FileCheck %s --implicit-check-not='{{warning|error}}:'
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-*,-device-discarded-move' %s -- %torch_flags \
// RUN:   -include-pch %torch_pch | count 0

// clang-tidy's own suppressions and selection apply.

#include <torch/torch.h>

torch::Tensor suppressed(torch::Tensor x) {
  auto y = torch::ones({2});
  y.cpu();
  // CHECK: :[[@LINE-1]]:5: warning: result of 'cpu' is discarded
  y.cpu(); // NOLINT
  y.cpu(); // NOLINT(device-discarded-move)
  y.cpu(); // NOLINT(device-*): shown on purpose
  // NOLINTNEXTLINE(device-discarded-move)
  y.cpu();
  // NOLINTBEGIN(device-discarded-move)
  y.cpu();
  y.cpu();
  // NOLINTEND(device-discarded-move)
  y.cpu(); // NOLINT(bugprone-*)
  // CHECK: :[[@LINE-1]]:5: warning: result of 'cpu' is discarded
  return y;
}
