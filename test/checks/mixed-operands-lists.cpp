// Operators that take lists element by element: each element meets the one of its place in the other lists.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

std::vector<torch::Tensor> pair_bad() {
  auto x = torch::ones({2}, torch::kCUDA), y = torch::ones({2});
  return at::_foreach_add({x, x}, {x, y});
  // CHECK: :[[@LINE-1]]:10: warning: operands of '_foreach_add' are on different devices: 'x' on cuda, 'y' on cpu [device-mixed-operands]
}

std::vector<torch::Tensor> pair_ok() {
  auto x = torch::ones({2}, torch::kCUDA), y = torch::ones({2});
  return at::_foreach_add({x, y}, {x, y});
}

void target_bad() {
  std::vector<torch::Tensor> xs{torch::ones({2}, torch::kCUDA), torch::ones({2})};
  std::vector<torch::Tensor> ys{torch::ones({2}, torch::kCUDA), torch::ones({2}, torch::kCUDA)};
  at::_foreach_mul_(xs, ys);
  // CHECK: :[[@LINE-1]]:3: warning: operands of '_foreach_mul_' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
}

void target_ok() {
  std::vector<torch::Tensor> xs{torch::ones({2}, torch::kCUDA), torch::ones({2})};
  at::_foreach_mul_(xs, xs);
  at::_foreach_mul_(xs, torch::tensor(2.0));
  at::_foreach_copy_(xs, {torch::ones({2}), torch::ones({2})});
}

torch::Tensor result_bad() {
  auto out = at::_foreach_add({torch::ones({2}), torch::ones({2}, torch::kCUDA)}, 1.0);
  return out[0] + out[1];
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' are on different devices: 'out[0]' on cpu, 'out[1]' on cuda [device-mixed-operands]
}
