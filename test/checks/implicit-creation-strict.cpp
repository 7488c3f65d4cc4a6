// Strict: every factory without a device.
// REQUIRES: torch
// RUN: rm -rf %t && split-file %s %t
// RUN: cd %t && not %device_tidy check strict.cpp --select device-implicit-creation -- %torch_flags | FileCheck strict.cpp --implicit-check-not='{{warning|note}}:'
//--- device-tidy.toml
[device-implicit-creation]
Strict = true
//--- strict.cpp
#include <torch/torch.h>

torch::Tensor unmoved_bad() {
  return torch::ones({2});
  // CHECK: :[[@LINE-1]]:10: warning: the result of 'ones' is created without a device, so on the default one [device-implicit-creation]
}

torch::Tensor unmoved_ok() { return torch::ones({2}, torch::kCPU); }

torch::Tensor like_ok(torch::Tensor x) { return torch::ones_like(x) + torch::ones({2}, x.options()); }
