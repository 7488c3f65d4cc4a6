// Copies to an accelerator that are told not to wait, from pageable memory.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unpinned-copy %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor made_here_bad(torch::Device device) {
  auto x = torch::randn({8, 8});
  x[0].fill_(1);
  return x.to(device, /*non_blocking=*/true);
  // CHECK: :[[@LINE-1]]:12: warning: 'x' is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cpu here
}

torch::Tensor made_here_ok(torch::Device device) {
  auto x = torch::randn({8, 8}, torch::TensorOptions().pinned_memory(true));
  x[0].fill_(1);
  return x.to(device, /*non_blocking=*/true);
}

torch::Tensor pinned_ok(torch::Device device) {
  auto x = torch::randn({8, 8}).pin_memory();
  return x.to(device, /*non_blocking=*/true);
}

// The result of an operator is in new memory.
torch::Tensor computed_bad() {
  auto x = torch::arange(8).mul(2).view({2, 4});
  return x.to(torch::kCUDA, torch::kFloat, true);
  // CHECK: :[[@LINE-1]]:12: warning: 'x' is copied to cuda from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cpu here
}

torch::Tensor computed_ok() {
  auto x = torch::arange(8).mul(2).view({2, 4}).pin_memory();
  return x.to(torch::kCUDA, torch::kFloat, true);
}

void into_bad(torch::Device device) {
  auto target = torch::empty({4}, device);
  auto source = torch::ones({4});
  target.copy_(source, true);
  // CHECK: :[[@LINE-1]]:10: warning: 'source' is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
  // CHECK: :[[@LINE-3]]:17: note: 'source' created on cpu here
}

void into_ok(torch::Device device) {
  auto target = torch::empty({4}, device);
  auto source = torch::ones({4}).pin_memory();
  target.copy_(source, true);
}

// LibTorch's loaders collate into pageable memory.
void loader_bad(torch::Device device) {
  auto data = torch::data::datasets::MNIST("data").map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader(std::move(data), 64);
  for (auto &batch : *loader)
    batch.data.to(device, true).sum();
    // CHECK: :[[@LINE-1]]:16: warning: 'batch.data' is copied to 'device' from pageable memory: the copy cannot overlap with other work [device-unpinned-copy]
}

void loader_ok(torch::Device device) {
  auto data = torch::data::datasets::MNIST("data").map(torch::data::transforms::Stack<>());
  auto loader = torch::data::make_data_loader(std::move(data), 64);
  for (auto &batch : *loader)
    batch.data.pin_memory().to(device, true).sum();
}

// A copy that waits, or goes to the host; memory that somebody else made.
torch::Tensor waits_ok(torch::Device device) { return torch::ones({4}).to(device); }
torch::Tensor says_so_ok(torch::Device device) { return torch::ones({4}).to(device, /*non_blocking=*/false); }
torch::Tensor to_host_ok() { return torch::ones({4}, torch::kCUDA).to(torch::kCPU, true); }
torch::Tensor parameter_ok(torch::Tensor x, torch::Device device) { return x.to(device, true); }
torch::Tensor blob_ok(float *data, torch::Device device) { return torch::from_blob(data, {4}).to(device, true); }
torch::Tensor options_ok(torch::TensorOptions options, torch::Device device) {
  return torch::ones({4}, options).to(device, true);
}
