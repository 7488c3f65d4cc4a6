// A 0-dim tensor on the CPU may meet a CUDA tensor: how many dimensions are left decides.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor row_bad() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3, 2});
  return x + table[0];
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'table[0]' on cpu
  // CHECK-COUNT-2: note:
}

torch::Tensor number_of_row_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3});
  return x + table[0];
}

torch::Tensor mean_of_rows_bad() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3, 2});
  return x * table.mean(0);
  // CHECK: :[[@LINE-1]]:12: warning: operands of '*' are on different devices: 'x' on cuda, 'table.mean(0)' on cpu
  // CHECK-COUNT-2: note:
}

torch::Tensor mean_of_all_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto table = torch::ones({3, 2});
  return x * table.mean() + table.mean({0, 1}) + table[0].mean(0) + table.norm(2);
}

torch::Tensor lost_dimension_ok() {
  auto x = torch::randn({2}, torch::kCUDA);
  auto row = torch::ones({3});
  return x * row.sum(0, /*keepdim=*/false) + row.dot(row) + torch::trace(torch::ones({2, 2}));
}
