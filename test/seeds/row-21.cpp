// is_available() and device_count() are guards.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unguarded-accelerator,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor available_ok(torch::Tensor x) { return torch::cuda::is_available() ? x.to(torch::kCUDA) : x; }

torch::Tensor counted_ok(torch::Tensor x) {
  if (torch::cuda::device_count() > 1)
    return x.to(torch::Device(torch::kCUDA, 1));
  return x;
}

torch::Tensor unguarded_bad(torch::Tensor x) {
  return x.to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:12: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
}
