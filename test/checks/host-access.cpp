// Host code that reads the memory of a tensor on an accelerator.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-host-access %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

float accessor_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto a = x.accessor<float, 1>();
  // CHECK: :[[@LINE-1]]:14: warning: 'accessor' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
  return a[0];
}

float accessor_ok() {
  auto x = torch::ones({2}, torch::kCUDA);
  auto y = x.cpu();
  auto a = y.accessor<float, 1>();
  return a[0];
}

float dereferenced_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  return *x.data_ptr<float>();
  // CHECK: :[[@LINE-1]]:13: warning: 'data_ptr' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-3]]:12: note: possible fix: copy 'x' to the host
}

float dereferenced_ok() {
  auto x = torch::ones({2}, torch::kCUDA);
  return *x.cpu().data_ptr<float>();
}

float subscript_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  const float *p = x.const_data_ptr<float>();
  // CHECK: :[[@LINE-1]]:22: warning: 'const_data_ptr' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
  return p[0] + p[1];
}

float subscript_ok() {
  auto x = torch::ones({2});
  const float *p = x.const_data_ptr<float>();
  return p[0] + p[1];
}

void memcpy_bad(float *out) {
  auto x = torch::ones({2}, torch::kCUDA);
  std::memcpy(out, x.data_ptr<float>(), 8);
  // CHECK: :[[@LINE-1]]:22: warning: 'data_ptr' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
  // CHECK: :[[@LINE-3]]:21: note: possible fix: copy 'x' to the host
}

void memcpy_ok(float *out) {
  auto x = torch::ones({2}, torch::kCUDA).to(torch::kCPU);
  std::memcpy(out, x.data_ptr<float>(), 8);
}

std::vector<float> copied_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  return std::vector<float>(x.data_ptr<float>(), x.data_ptr<float>() + x.numel());
  // CHECK: :[[@LINE-1]]:31: warning: 'data_ptr' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
}

std::vector<float> copied_ok() {
  auto x = torch::ones({2}, torch::kCUDA).cpu();
  return std::vector<float>(x.data_ptr<float>(), x.data_ptr<float>() + x.numel());
}

float sum_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  float *p = x.data_ptr<float>();
  // CHECK: :[[@LINE-1]]:16: warning: 'data_ptr' reads memory of 'x' on the host, but 'x' is on cuda [device-host-access]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
  return std::accumulate(p, p + 2, 0.0F);
}

float sum_ok() {
  auto x = torch::ones({2});
  float *p = x.data_ptr<float>();
  return std::accumulate(p, p + 2, 0.0F);
}

float depends_on_machine_bad() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto x = torch::ones({2, 2}, device);
  return x.accessor<float, 2>()[0][0];
  // CHECK: :[[@LINE-1]]:12: warning: 'accessor' reads memory of 'x' on the host, but 'x' may be on cuda [device-host-access]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here; it fails on a machine with a GPU
}

float depends_on_machine_ok() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto x = torch::ones({2, 2}, device);
  return x[0][0].item<float>();
}

float device_parameter_bad(torch::nn::Linear model, torch::Device device) {
  model->to(device);
  auto scores = model(torch::ones({1, 4}, device));
  return scores.accessor<float, 2>()[0][0];
  // CHECK: :[[@LINE-1]]:17: warning: 'accessor' reads memory of 'scores' on the host, but 'scores' may be on 'device' [device-host-access]
  // CHECK: :[[@LINE-4]]:10: note: 'model' moved to 'device' here; it fails on a machine with a GPU
}

float device_parameter_ok(torch::nn::Linear model, torch::Device device) {
  model->to(device);
  auto scores = model(torch::ones({1, 4}, device)).cpu();
  return scores.accessor<float, 2>()[0][0];
}

float tested_ok(torch::Tensor x, torch::Device device) {
  x = x.to(device);
  if (x.is_cpu())
    return x.accessor<float, 1>()[0];
  return 0;
}

// A pointer that is only passed on may be for a kernel.
const void *passed_on_ok() {
  static auto x = torch::ones({2}, torch::kCUDA);
  return x.data_ptr();
}

float parameter_ok(torch::Tensor x) { return x.accessor<float, 1>()[0]; }

float item_ok() { return torch::ones({2}, torch::kCUDA).sum().item<float>(); }
