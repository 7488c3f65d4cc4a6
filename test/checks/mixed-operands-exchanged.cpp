// What std::swap and std::exchange do to variables: the names keep, the values change places.
// REQUIRES: torch
// RUN: not %device_tidy check --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>
#include <utility>

static const torch::DeviceType Gpu = torch::kCUDA;

void swap_bad() {
  auto x = torch::ones({2}), y = torch::ones({2}, Gpu);
  std::swap(x, y);
  y + torch::ones({2}, Gpu);
  // CHECK: :[[@LINE-1]]:5: warning: operands of '+' are on different devices: 'y' on cpu, 'torch::ones({2}, Gpu)' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:12: note: 'y' created on cpu here, the default device
  // CHECK: note: 'torch::ones({2}, Gpu)' created on cuda here
}
void swap_ok() {
  auto x = torch::ones({2}), y = torch::ones({2}, Gpu);
  std::swap(x, y);
  x + torch::ones({2}, Gpu);
  y + torch::ones({2});
}

// As a double buffer is used.
torch::Tensor loop_bad(int n) {
  auto from = torch::ones({2}, Gpu), to = torch::empty({2});
  for (int i = 0; i < n; ++i)
    std::swap(from, to);
  return from + torch::ones({2}, Gpu);
  // CHECK: :[[@LINE-1]]:15: warning: operands of '+' may be on different devices: 'from' on cpu
  // CHECK: note:
  // CHECK: note:
}
torch::Tensor loop_ok(int n) {
  auto from = torch::ones({2}, Gpu), to = torch::empty({2}, Gpu);
  for (int i = 0; i < n; ++i) {
    to = from + to;
    std::swap(from, to);
  }
  return from + torch::ones({2}, Gpu);
}

void exchange_bad() {
  auto x = torch::ones({2});
  auto before = std::exchange(x, torch::ones({2}, Gpu));
  before + x;
  // CHECK: :[[@LINE-1]]:10: warning: operands of '+' are on different devices: 'before' on cpu, 'x' on cuda
  // CHECK: :[[@LINE-4]]:12: note: 'x' created on cpu here, the default device
  // CHECK: note: 'x' created on cuda here
}
void exchange_ok() {
  auto x = torch::ones({2});
  auto before = std::exchange(x, torch::ones({2}, Gpu));
  before.to(Gpu) + x;
}

struct Buffers {
  torch::Tensor Front, Back;
};
void members_ok() {
  Buffers buffers{torch::ones({2}), torch::ones({2}, Gpu)};
  std::swap(buffers.Front, buffers.Back);
  buffers.Front + torch::ones({2}, Gpu);
}
void found_by_argument_ok() {
  using std::swap;
  auto x = torch::ones({2}), y = torch::ones({2}, Gpu);
  swap(x, y);
  x + torch::ones({2}, Gpu);
}
void captured_ok() {
  auto x = torch::ones({2}), y = torch::ones({2}, Gpu);
  auto flip = [&] { std::swap(x, y); };
  flip();
  x + torch::ones({2}, Gpu);
}
