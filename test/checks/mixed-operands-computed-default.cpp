// A default argument that is more than a literal is computed by each call that leaves it out.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --worlds gpu --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='warning:'
#include <torch/torch.h>

static torch::TensorOptions onGpu() { return torch::TensorOptions().device(torch::kCUDA); }

static torch::Tensor noise(int64_t n, int64_t seed = at::get_num_threads(),
                           const torch::TensorOptions &o = torch::TensorOptions().device(torch::kCUDA)) {
  return torch::randn({n}, o) * seed;
}

static torch::Tensor noiseOf(int64_t n, torch::TensorOptions o = onGpu()) { return torch::randn({n}, o); }

struct Sampler {
  torch::Tensor base;
  explicit Sampler(torch::Tensor base = torch::ones({4}, torch::kCUDA)) : base(base) {}
};

void bad() {
  auto a = torch::zeros({4});
  auto b = a + noise(4);
  // CHECK: computed-default.cpp:[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'a' on cpu, 'noise(4)' on cuda
  auto c = a + noiseOf(4);
  // CHECK: computed-default.cpp:[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'a' on cpu, 'noiseOf(4)' on cuda
  Sampler s;
  auto d = a + s.base;
  // CHECK: computed-default.cpp:[[@LINE-1]]:14: warning: operands of '+' are on different devices: 'a' on cpu, 's.base' on cuda
}

void good() {
  auto a = torch::zeros({4});
  auto b = a + noise(4, 1, torch::kCPU);
  auto c = a.cuda() + noiseOf(4);
  Sampler s(torch::ones({4}));
  auto d = a + s.base;
}
