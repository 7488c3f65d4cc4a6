// Tensors that are created on the CPU only to be moved.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-create-then-move %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
// RUN: not %device_tidy check --isolated --level 2 %s -- %torch_flags | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: device-create-then-move
#include <torch/torch.h>

torch::Tensor at_once_bad(torch::Device device) {
  return torch::zeros({2, 3}).to(device);
  // CHECK: :[[@LINE-1]]:31: warning: 'torch::zeros({2, 3})' is created on cpu only to be moved to 'device' [device-create-then-move]
}

torch::Tensor at_once_ok(torch::Device device) { return torch::zeros({2, 3}, device); }

torch::Tensor to_cuda_bad() {
  return torch::arange(10).cuda();
  // CHECK: :[[@LINE-1]]:28: warning: 'torch::arange(10)' is created on cpu only to be moved to cuda [device-create-then-move]
}

torch::Tensor to_cuda_ok() { return torch::arange(10, torch::kCUDA); }

// A name between the two changes nothing.
torch::Tensor named_bad(torch::Tensor x) {
  auto mask = torch::ones({4, 4});
  // CHECK: :[[@LINE+2]]:15: warning: 'mask' is created on cpu only to be moved to 'x.device()' [device-create-then-move]
  // CHECK: :[[@LINE-2]]:15: note: 'mask' created on cpu here, the default device
  mask = mask.to(x.device());
  return x * mask;
}

torch::Tensor named_ok(torch::Tensor x) {
  auto mask = torch::ones({4, 4}, x.device());
  return x * mask;
}

// Nor do steps that take no other tensor.
torch::Tensor steps_bad(torch::Tensor x, int64_t n) {
  return x.masked_fill(torch::ones({n, n}).tril().view({1, n, n}).to(x.device()) == 0, -1e9);
  // CHECK: :[[@LINE-1]]:67: warning: the result of 'view' is created on cpu only to be moved to 'x.device()' [device-create-then-move]
}

torch::Tensor steps_ok(torch::Tensor x, int64_t n) {
  return x.masked_fill(torch::ones({n, n}, x.device()).tril().view({1, n, n}) == 0, -1e9);
}

torch::Tensor like_a_tensor_bad(torch::Tensor x) {
  return x + torch::full({1}, 2.0).to(x);
  // CHECK: :[[@LINE-1]]:36: warning: 'torch::full({1}, 2.0)' is created on cpu only to be moved to the device of 'x' [device-create-then-move]
}

torch::Tensor like_a_tensor_ok(torch::Tensor x) { return x + torch::full({1}, 2.0, x.options()); }

torch::Tensor chosen_bad(bool wide) {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  return torch::ones({wide ? 8 : 4}).to(device, torch::kHalf);
  // CHECK: :[[@LINE-1]]:38: warning: 'torch::ones({wide ? 8 : 4})' is created on cpu only to be moved to 'device' [device-create-then-move]
}

torch::Tensor chosen_ok(bool wide) {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  return torch::ones({wide ? 8 : 4}, torch::dtype(torch::kHalf).device(device));
}

// The host needs the tensor, too.
torch::Tensor used_on_host_ok(torch::Device device) {
  auto x = torch::zeros({8});
  auto a = x.accessor<float, 1>();
  for (int i = 0; i < 8; ++i)
    a[i] = float(i);
  return x.to(device);
}

std::vector<torch::Tensor> on_both_ok(torch::Device device) {
  auto x = torch::randn({8});
  return {x, x.to(device)};
}

// Memory of the host, a generator of the host, memory that is pinned for the copy.
torch::Tensor blob_ok(float *data, torch::Device device) { return torch::from_blob(data, {4}).to(device); }
torch::Tensor pinned_ok(torch::Device device) {
  return torch::empty({4}, torch::dtype(torch::kFloat).pinned_memory(true)).to(device, /*non_blocking=*/true);
}

// Other moves: to the CPU, of the dtype only, back from an accelerator.
torch::Tensor to_cpu_ok() { return torch::ones({2}).to(torch::kCPU); }
torch::Tensor dtype_ok() { return torch::ones({2}).to(torch::kHalf); }
torch::Tensor back_ok() { return torch::ones({2}, torch::kCUDA).cpu(); }
torch::Tensor meets_ok(torch::Tensor x, torch::Device device) { return torch::ones({2}).add(x).to(device); }

// Made once, moved in each iteration: another bug.
torch::Tensor in_loop_ok(torch::Tensor x, torch::Device device) {
  auto weight = torch::ones({4});
  for (int i = 0; i < 3; ++i)
    x = x * weight.to(device);
  return x;
}
