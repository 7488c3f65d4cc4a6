// The host reads what a non-blocking copy may still be writing.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unsynchronized-read %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <iostream>
#include <torch/torch.h>

float item_bad() {
  auto x = torch::ones({4}, torch::kCUDA);
  auto y = x.sum().to(torch::kCPU, /*non_blocking=*/true);
  return y.item<float>();
  // CHECK: :[[@LINE-1]]:12: warning: 'y' is read before the copy into it from cuda has finished [device-unsynchronized-read]
  // CHECK: :[[@LINE-3]]:20: note: 'y' copied to cpu here without waiting
}

float item_ok() {
  auto x = torch::ones({4}, torch::kCUDA);
  auto y = x.sum().to(torch::kCPU, /*non_blocking=*/true);
  torch::cuda::synchronize();
  return y.item<float>();
}

float blocking_ok() {
  auto x = torch::ones({4}, torch::kCUDA);
  auto y = x.sum().to(torch::kCPU);
  return y.item<float>();
}

// An operator on the CPU reads, an index alone does not.
torch::Tensor operator_bad(torch::nn::Linear model, torch::Tensor input, torch::Device device) {
  model->to(device);
  auto host = model(input.to(device)).to(torch::kCPU, true);
  auto first = host[0];
  return first + 1;
  // CHECK: :[[@LINE-1]]:16: warning: 'first' is read before the copy into it from 'device' has finished [device-unsynchronized-read]
  // CHECK: :[[@LINE-4]]:39: note: 'first' copied to cpu here without waiting
}

torch::Tensor operator_ok(torch::nn::Linear model, torch::Tensor input, torch::Device device) {
  model->to(device);
  auto host = model(input.to(device)).to(torch::kCPU, true);
  auto first = host[0];
  torch::cuda::synchronize();
  return first + 1;
}

void printed_bad(bool verbose) {
  auto y = torch::ones({4}, torch::kCUDA).to(torch::kCPU, true);
  if (verbose)
    std::cout << y;
    // CHECK: :[[@LINE-1]]:15: warning: 'y' is read before the copy into it from cuda has finished [device-unsynchronized-read]
    // CHECK: :[[@LINE-4]]:43: note: 'y' copied to cpu here without waiting
}

void printed_ok(bool verbose) {
  auto y = torch::ones({4}, torch::kCUDA).to(torch::kCPU, true);
  torch::cuda::synchronize();
  if (verbose)
    std::cout << y;
}

float pinned_target_bad() {
  auto host = torch::empty({4}, torch::TensorOptions().pinned_memory(true));
  host.copy_(torch::ones({4}, torch::kCUDA), true);
  return host.accessor<float, 1>()[0];
  // CHECK: :[[@LINE-1]]:15: warning: 'host' is read before the copy into it from cuda has finished [device-unsynchronized-read]
  // CHECK: :[[@LINE-3]]:8: note: 'host' copied to cpu here without waiting
}

// A copy into pageable memory waits, whatever it was told.
float pageable_target_ok() {
  auto host = torch::empty({4});
  host.copy_(torch::ones({4}, torch::kCUDA), true);
  return host.accessor<float, 1>()[0];
}

// Something else waits: a number read back from the same stream, a copy that waits, a function that could.
float other_item_ok() {
  auto x = torch::ones({4}, torch::kCUDA);
  auto y = x.to(torch::kCPU, true);
  float sum = x.sum().item<float>();
  return sum + y[0].item<float>();
}

void wait_for_copies();
float unknown_call_ok() {
  auto y = torch::ones({4}, torch::kCUDA).to(torch::kCPU, true);
  wait_for_copies();
  return y[0].item<float>();
}

// Handed on: the caller may wait.
torch::Tensor returned_ok() { return torch::ones({4}, torch::kCUDA).to(torch::kCPU, true); }

// From the CPU to the CPU nothing runs beside.
float host_ok() { return torch::ones({4}).to(torch::kCPU, true).sum().item<float>(); }

// The next iteration makes another tensor.
float loop_ok(int n) {
  auto x = torch::ones({4}, torch::kCUDA);
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    auto y = (x * i).to(torch::kCPU, true);
    torch::cuda::synchronize();
    sum += y[0].item<float>();
  }
  return sum;
}

// Nobody says where the argument is, but only a copy from an accelerator can be one that does not wait.
float given_bad(const torch::Tensor &scores) {
  auto host = scores.to(torch::kCPU, /*non_blocking=*/true);
  auto values = host.accessor<float, 1>();
  // CHECK: :[[@LINE-1]]:22: warning: 'host' is read before the copy into it from its caller's device has finished [device-unsynchronized-read]
  // CHECK: :[[@LINE-3]]:22: note: 'host' copied to cpu here without waiting
  return values[0];
}

float given_ok(const torch::Tensor &scores) {
  auto host = scores.to(torch::kCPU, /*non_blocking=*/true);
  torch::cuda::synchronize();
  auto values = host.accessor<float, 1>();
  return values[0];
}

float waited_if_needed_ok(const torch::Tensor &scores, torch::Device device) {
  auto host = scores.to(torch::kCPU, /*non_blocking=*/true);
  if (device.is_cuda())
    torch::cuda::synchronize(device.index());
  auto values = host.accessor<float, 1>();
  return values[0];
}
