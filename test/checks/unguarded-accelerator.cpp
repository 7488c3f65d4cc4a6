// An accelerator is needed where none may be there. This file asks for one elsewhere, so it means to run without.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unguarded-accelerator %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor created_bad() {
  return torch::ones({2}, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:10: warning: 'ones' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
}

torch::Tensor created_ok() { return torch::ones({2}, torch::cuda::is_available() ? torch::kCUDA : torch::kCPU); }

void moved_bad(torch::nn::Linear model) {
  model->to(torch::Device("cuda:0"));
  // CHECK: :[[@LINE-1]]:10: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
  // CHECK: :[[@LINE-2]]:13: note: cuda:0 named here
}

void moved_ok(torch::nn::Linear model) {
  if (torch::cuda::is_available())
    model->to(torch::Device("cuda:0"));
}

torch::Tensor cuda_bad(torch::Tensor x) {
  return x.cuda();
  // CHECK: :[[@LINE-1]]:12: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
}

torch::Tensor cuda_ok(torch::Tensor x) {
  if (!torch::cuda::is_available())
    return x;
  return x.cuda();
}

torch::Tensor device_bad(torch::Tensor x) {
  torch::Device device(torch::kCUDA);
  return x.to(device);
  // CHECK: :[[@LINE-1]]:12: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
  // CHECK: :[[@LINE-3]]:17: note: cuda named here
}

torch::Tensor device_ok(torch::Tensor x) {
  torch::Device device(torch::kCPU);
  if (torch::cuda::is_available())
    device = torch::Device(torch::kCUDA);
  return x.to(device);
}

torch::Tensor counted_ok(torch::Tensor x) {
  if (torch::cuda::device_count() > 0)
    return x.cuda();
  return x;
}

torch::Tensor ternary_ok(torch::Tensor x) { return torch::cuda::is_available() ? x.cuda() : x; }

torch::Tensor variable_ok(torch::Tensor x) {
  const bool use_cuda = torch::cuda::is_available();
  if (use_cuda)
    x = x.cuda();
  return x;
}

torch::Tensor conjunction_ok(torch::Tensor x, bool wanted) {
  if (wanted && torch::cuda::is_available())
    x = x.cuda();
  return x;
}

torch::Tensor option_ok(torch::Tensor x, bool use_cuda) {
  if (use_cuda)
    x = x.cuda();
  return x;
}

torch::Tensor checked_ok(torch::Tensor x) {
  TORCH_CHECK(torch::cuda::is_available(), "needs a GPU");
  return x.cuda();
}

torch::Tensor exits_ok(torch::Tensor x) {
  if (!torch::cuda::is_available())
    throw std::runtime_error("needs a GPU");
  return x.to(torch::kCUDA);
}

torch::Tensor follows_ok(torch::Tensor x) {
  if (x.is_cuda())
    return torch::ones({2}, torch::kCUDA);
  return torch::ones({2});
}

static torch::Tensor on_gpu(torch::Tensor x) { return x.cuda(); }

torch::Tensor called_under_guard_ok(torch::Tensor x) { return torch::cuda::is_available() ? on_gpu(x) : x; }

torch::Tensor tried_ok(torch::Tensor x) {
  try {
    return x.cuda();
  } catch (const c10::Error &) {
    return x;
  }
}

torch::Tensor wrong_branch_bad(torch::Tensor x) {
  if (torch::cuda::is_available())
    return x;
  return x.cuda();
  // CHECK: :[[@LINE-1]]:12: warning: 'cuda' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
}

void synchronized_bad() {
  torch::cuda::synchronize();
  // CHECK: :[[@LINE-1]]:3: warning: 'synchronize' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
}

void synchronized_ok() {
  if (torch::cuda::is_available())
    torch::cuda::synchronize();
}
