// Functions of the program that read memory on the host: a pointer's caller, a tensor's caller.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <ATen/Dispatch.h>
#include <ATen/Parallel.h>
#include <torch/torch.h>

#include <cstring>
#include <vector>

static float largest(const float *values, int64_t n) {
  float best = values[0];
  for (const float *p = values; p != values + n; ++p)
    best = *p > best ? *p : best;
  return best;
}

float pointerBad(torch::Tensor x) {
  auto y = x.cuda().contiguous();
  return largest(y.data_ptr<float>(), y.numel());
  // CHECK: :[[@LINE-1]]:{{.*}} 'data_ptr' reads memory of 'y' on the host, but 'y' is on cuda [device-host-access]
}

float pointerGood(torch::Tensor x) {
  auto y = x.cuda().contiguous().cpu();
  return largest(y.data_ptr<float>(), y.numel());
}

// Who knows what a function does that stands elsewhere: it may launch a kernel.
void elsewhere(const float *values, int64_t n);
void elsewhereGood(torch::Tensor x) {
  auto y = x.cuda();
  elsewhere(y.data_ptr<float>(), y.numel());
}

static std::vector<float> copied(torch::Tensor x) {
  x = x.contiguous();
  std::vector<float> out(x.numel());
  std::memcpy(out.data(), x.data_ptr(), out.size() * sizeof(float));
  return out;
}

std::vector<float> tensorBad(torch::nn::Linear net, torch::Tensor x) {
  net->to(torch::kCUDA);
  return copied(net(x.cuda()));
  // CHECK: :[[@LINE-1]]:{{.*}} 'data_ptr' reads memory of 'x' on the host, but 'x' is on cuda
}

std::vector<float> tensorGood(torch::nn::Linear net, torch::Tensor x) {
  net->to(torch::kCUDA);
  return copied(net(x.cuda()).cpu());
}

static torch::Tensor doubled(const torch::Tensor &x) {
  auto out = torch::empty_like(x);
  AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "doubled", [&] {
    const scalar_t *from = x.data_ptr<scalar_t>();
    scalar_t *to = out.data_ptr<scalar_t>();
    at::parallel_for(0, x.numel(), 64, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        to[i] = 2 * from[i];
    });
  });
  return out;
}

torch::Tensor dispatchedBad(torch::Tensor x) {
  return doubled(x.cuda());
  // CHECK: :[[@LINE-1]]:{{.*}} 'data_ptr' reads memory of 'x' on the host, but 'x' is on cuda
}

torch::Tensor dispatchedGood(torch::Tensor x) { return doubled(x.cpu()); }
