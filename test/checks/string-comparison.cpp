// Comparisons of devices that always give the same answer.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-string-comparison %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

// c10::Device compares the index, too, and that of a tensor on an accelerator is never missing.
torch::Tensor equal_bad(torch::Tensor x) {
  if (x.device() == torch::kCUDA)
    // CHECK: :[[@LINE-1]]:18: warning: 'x.device() == torch::kCUDA' is always false: the device of a tensor has an index [device-string-comparison]
    return x.cpu();
  return x;
}

torch::Tensor equal_ok(torch::Tensor x) {
  if (x.device().type() == torch::kCUDA)
    return x.cpu();
  return x;
}

torch::Tensor unequal_bad(torch::Tensor x) {
  if (x.device() != torch::Device("cuda"))
    // CHECK: :[[@LINE-1]]:18: warning: 'x.device() != torch::Device("cuda")' is always true: the device of a tensor has an index [device-string-comparison]
    return x.cuda();
  return x;
}

torch::Tensor unequal_ok(torch::Tensor x) {
  if (!x.device().is_cuda())
    return x.cuda();
  return x;
}

// These have an index, or need none.
bool with_index_ok(torch::Tensor x) { return x.device() == torch::Device("cuda:0"); }
bool of_cpu_ok(torch::Tensor x) { return x.device() == torch::kCPU; }
bool variable_ok(torch::Tensor x, torch::Device device) { return x.device() == device; }
bool chosen_ok(torch::Device device) { return device == torch::kCUDA; }
bool of_tensors_ok(torch::Tensor x, torch::Tensor y) { return x.device() == y.device(); }
