// Accelerators that are not CUDA's, a backend outside PyTorch, and the spellings of ATen itself.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/nested.h>
#include <torch/torch.h>

torch::Tensor maia_bad(torch::Tensor x) {
  return x.to(torch::kMAIA) + torch::ones({2});
  // CHECK: :[[@LINE-1]]:29: warning: operands of '+' are on different devices: 'x.to(torch::kMAIA)' on maia, 'torch::ones({2})' on cpu [device-mixed-operands]
}

torch::Tensor maia_ok(torch::Tensor x) { return x.to(torch::kMAIA) + torch::ones({2}, torch::kMAIA); }

torch::Tensor hip_bad(torch::Tensor x) {
  return x.to(torch::kHIP) + torch::ones({2});
  // CHECK: :[[@LINE-1]]:28: warning: operands of '+' are on different devices: 'x.to(torch::kHIP)' on cuda, 'torch::ones({2})' on cpu [device-mixed-operands]
}

torch::Tensor hip_ok(torch::Tensor x) { return x.to(torch::kHIP) + torch::ones({2}, torch::kCUDA); }

torch::Tensor private_bad(torch::Tensor x) {
  return x.to(torch::kPrivateUse1) + torch::ones({2});
  // CHECK: :[[@LINE-1]]:36: warning: operands of '+' are on different devices: 'x.to(torch::kPrivateUse1)' on privateuseone, 'torch::ones({2})' on cpu [device-mixed-operands]
}

torch::Tensor private_ok(torch::Tensor x) {
  return x.to(torch::kPrivateUse1) + torch::ones({2}, torch::Device("privateuseone"));
}

torch::Tensor vulkan_bad(torch::Tensor x) {
  return x.vulkan() + torch::ones({2});
  // CHECK: :[[@LINE-1]]:21: warning: operands of '+' are on different devices: 'x.vulkan()' on vulkan, 'torch::ones({2})' on cpu [device-mixed-operands]
}

torch::Tensor vulkan_ok(torch::Tensor x) { return x.vulkan() + torch::ones({2}).vulkan(); }

// Sizes that a compiler does not know are spelled with another name, and mean the same.
torch::Tensor symbolic_bad() {
  auto x = torch::ones({4}, torch::kCUDA);
  auto y = torch::ones({4});
  return x + y.view_symint(c10::SymIntArrayRef({2, 2}));
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, the result of 'view_symint' on cpu [device-mixed-operands]
}

torch::Tensor symbolic_ok() {
  auto x = torch::ones({4}, torch::kCUDA);
  auto y = torch::ones({4}, torch::kCUDA);
  return x + y.view_symint(c10::SymIntArrayRef({2, 2}));
}

torch::Tensor scalar_bad() {
  auto x = torch::ones({4}, torch::kCUDA);
  return x + c10::scalar_to_tensor(1).unsqueeze(0);
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' are on different devices: 'x' on cuda, 'c10::scalar_to_tensor(1).unsqueeze(0)' on cpu [device-mixed-operands]
}

torch::Tensor scalar_ok() {
  auto x = torch::ones({4}, torch::kCUDA);
  return x + c10::scalar_to_tensor(1, x.device()).unsqueeze(0);
}

// A nested tensor is where its parts are.
torch::Tensor nested_ok(torch::Tensor a, torch::Tensor b) {
  auto x = torch::nested::as_nested_tensor({a.cuda(), b.cuda()});
  return x + torch::ones({1}, torch::kCUDA);
}
