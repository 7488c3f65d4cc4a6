// Code for the CPU makes its results like its operands. That asks for a device, but says nothing about which.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

torch::Tensor likeGood(const torch::Tensor &x) {
  torch::Tensor result = torch::zeros({x.size(0)}, x.options());
  auto from = x.accessor<float, 1>();
  auto to = result.accessor<float, 1>();
  for (int64_t i = 0; i < x.size(0); ++i)
    to[i] = from[i] * 2;
  return result;
}

torch::Tensor deviceGood(const torch::Tensor &x) {
  torch::Tensor result = torch::zeros({x.size(0)}, torch::TensorOptions().dtype(torch::kInt64).device(x.device()));
  const float *from = x.data_ptr<float>();
  int64_t *to = result.data_ptr<int64_t>();
  for (int64_t i = 0; i < x.size(0); ++i)
    to[i] = from[i] > 0;
  return result;
}

// Who moves the result to where the operand is expects it elsewhere.
torch::Tensor movedBad(const torch::Tensor &x) {
  torch::Tensor result = torch::zeros({x.size(0)});
  auto to = result.accessor<float, 1>();
  auto from = x.accessor<float, 1>();
  // CHECK: :[[@LINE-1]]:17: warning: 'accessor' reads memory of 'x' on the host, but 'x' may be on its caller's device [device-host-access]
  for (int64_t i = 0; i < x.size(0); ++i)
    to[i] = from[i] * 2;
  return result.to(x.device());
}
torch::Tensor movedGood(const torch::Tensor &x) {
  torch::Tensor result = torch::zeros({x.size(0)}), host = x.cpu();
  auto to = result.accessor<float, 1>();
  auto from = host.accessor<float, 1>();
  for (int64_t i = 0; i < x.size(0); ++i)
    to[i] = from[i] * 2;
  return result.to(x.device());
}
