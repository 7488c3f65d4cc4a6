// Functions that call themselves, or each other.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

static torch::Tensor moved_down(torch::Tensor x, int64_t depth) {
  if (depth == 0)
    return x.to(torch::kCUDA);
  return moved_down(x * 2, depth - 1);
}

torch::Tensor itself_bad(torch::Tensor x) {
  return moved_down(x, 3) + torch::ones({4});
  // CHECK: :[[@LINE-1]]:27: warning: operands of '+' are on different devices: 'moved_down(x, 3)' on cuda, 'torch::ones({4})' on cpu [device-mixed-operands]
  // CHECK: note: 'x' moved to cuda here
  // CHECK: note: 'torch::ones({4})' created on cpu here, the default device
}

torch::Tensor itself_ok(torch::Tensor x) { return moved_down(x, 3) + torch::ones({4}, torch::kCUDA); }

static torch::Tensor odd(torch::Tensor x, int64_t n);
static torch::Tensor even(torch::Tensor x, int64_t n) { return n == 0 ? x.to(torch::kCUDA) : odd(x, n - 1); }
static torch::Tensor odd(torch::Tensor x, int64_t n) { return n == 0 ? x.to(torch::kCUDA) : even(x, n - 1); }

torch::Tensor each_other_bad(torch::Tensor x) {
  return odd(x, 3) + torch::ones({4});
  // CHECK: :[[@LINE-1]]:20: warning: operands of '+' are on different devices: 'odd(x, 3)' on cuda, 'torch::ones({4})' on cpu [device-mixed-operands]
  // CHECK: note: 'x' moved to cuda here
  // CHECK: note: 'torch::ones({4})' created on cpu here, the default device
}

torch::Tensor each_other_ok(torch::Tensor x) { return odd(x, 3) + torch::ones({4}, torch::kCUDA); }

// Never returns: nothing is said of what follows.
static torch::Tensor endless(torch::Tensor x) { return endless(x.cuda()); }

torch::Tensor endless_ok(torch::Tensor x) { return endless(x) + torch::ones({4}); }
