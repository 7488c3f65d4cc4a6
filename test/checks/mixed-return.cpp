// An early return that forgets the device, and a result on the CPU that is filled on an accelerator.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-return %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>
#include <tuple>

using torch::indexing::Slice;

torch::Tensor early_bad(torch::Tensor x) {
  if (x.numel() == 0)
    return torch::zeros({1});
  return x.to(torch::kCUDA).sum(1);
}
// CHECK: :[[@LINE-3]]:5: warning: 'early_bad' returns 'torch::zeros({1})' on cpu, but elsewhere a tensor on cuda [device-mixed-return]
// CHECK: :[[@LINE-4]]:12: note: 'torch::zeros({1})' created on cpu here, the default device
// CHECK: :[[@LINE-4]]:3: note: 'early_bad' returns a tensor on cuda here

torch::Tensor early_ok(torch::Tensor x) {
  if (x.numel() == 0)
    return torch::zeros({1}, torch::kCUDA);
  return x.to(torch::kCUDA).sum(1);
}

struct BoxesImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor boxes) {
    if (boxes.size(0) == 0)
      return torch::empty({0, 4});
    return boxes * 2;
  }
  // CHECK: :[[@LINE-3]]:7: warning: 'forward' may return 'torch::empty({0, 4})' on cpu, but elsewhere a tensor on its caller's device [device-mixed-return]
  // CHECK: :[[@LINE-4]]:14: note: 'torch::empty({0, 4})' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:5: note: 'forward' returns a tensor on its caller's device here
  torch::Tensor repaired(torch::Tensor boxes) {
    if (boxes.size(0) == 0)
      return torch::empty({0, 4}, boxes.options());
    return boxes * 2;
  }
};

torch::Tensor variable_bad(torch::Tensor x, bool masked) {
  auto mask = torch::ones({4});
  if (masked)
    mask = x.gt(0).to(x.device());
  return mask;
}
// CHECK: :[[@LINE-2]]:3: warning: 'variable_bad' may return 'mask' on cpu, but elsewhere a tensor on its caller's device [device-mixed-return]
// CHECK: :[[@LINE-6]]:15: note: 'mask' created on cpu here, the default device; 'masked' is false on this path
// CHECK: :[[@LINE-5]]:20: note: 'mask' moved to its caller's device here when 'masked' is true

torch::Tensor variable_ok(torch::Tensor x, bool masked) {
  auto mask = torch::ones({4}, x.device());
  if (masked)
    mask = x.gt(0).to(x.device());
  return mask;
}

std::tuple<torch::Tensor, torch::Tensor> pair_bad(torch::Tensor x) {
  auto y = x.to(torch::kCUDA);
  if (y.size(0) == 0)
    return std::make_tuple(y, torch::zeros({3}));
  return std::make_tuple(y, y * 2);
}
// CHECK: :[[@LINE-3]]:5: warning: 'pair_bad' returns 'torch::zeros({3})' on cpu, but elsewhere a tensor on cuda [device-mixed-return]
// CHECK: :[[@LINE-4]]:31: note: 'torch::zeros({3})' created on cpu here, the default device
// CHECK: :[[@LINE-4]]:3: note: 'pair_bad' returns a tensor on cuda here

std::tuple<torch::Tensor, torch::Tensor> pair_ok(torch::Tensor x) {
  auto y = x.to(torch::kCUDA);
  if (y.size(0) == 0)
    return std::make_tuple(y, torch::zeros({3}, y.options()));
  return std::make_tuple(y, y * 2);
}

struct GatherImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto out = torch::zeros({4, 2});
    for (int64_t i = 0; i < 4; ++i)
      out.index_put_({i}, x[i]);
    return out;
  }
  // CHECK: :[[@LINE-2]]:5: warning: 'forward' may return 'out' on cpu, but stores results on its caller's device in it [device-mixed-return]
  // CHECK: :[[@LINE-6]]:16: note: 'out' created on cpu here, the default device
  // CHECK: :[[@LINE-5]]:11: note: a tensor on its caller's device stored in 'out' here
  torch::Tensor repaired(torch::Tensor x) {
    auto out = torch::zeros({4, 2}, x.options());
    for (int64_t i = 0; i < 4; ++i)
      out.index_put_({i}, x[i]);
    return out;
  }
};

// Whoever collects on the CPU in a function of his own means it.
torch::Tensor collected_ok(torch::Tensor x) {
  auto out = torch::zeros({4, 2});
  for (int64_t i = 0; i < 4; ++i)
    out.index_put_({i}, x[i].to(torch::kCUDA));
  return out;
}

// A 0-dim tensor on the CPU meets every other.
torch::Tensor scalar_ok(torch::Tensor x) {
  if (x.numel() == 0)
    return torch::tensor(0.0);
  return x.to(torch::kCUDA).mean();
}

torch::Tensor explicit_ok(torch::Tensor x, bool host) {
  auto y = x.to(torch::kCUDA) * 2;
  if (host)
    return y.to(torch::kCPU);
  return y;
}

torch::Tensor guarded_ok(torch::Tensor x) {
  if (!torch::cuda::is_available())
    return torch::zeros({1});
  return x.to(torch::kCUDA).sum(1);
}

torch::Tensor asked_ok(torch::Tensor x) {
  if (x.is_cpu())
    return torch::zeros({1});
  return x * 2;
}

// There is no device to follow.
struct OptionalImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!x.defined())
      return torch::zeros({1});
    return x * 2;
  }
};
