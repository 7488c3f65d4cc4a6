// Objects that keep tensors where their constructors were told.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

#include <future>

struct FilterBad {
  torch::Tensor gain, noise;
  explicit FilterBad(torch::Device device) {
    gain = torch::eye(4, torch::TensorOptions().device(device));
    noise = 0.1 * torch::eye(4);
  }
  torch::Tensor update(const torch::Tensor &x) {
    return gain.mm(gain) + noise;
    // CHECK: :[[@LINE-1]]:{{.*}} operands of '+' may be on different devices: 'gain.mm(gain)' on {{.*}}, 'noise' on cpu [device-mixed-operands]
  }
};

struct FilterGood {
  torch::Tensor gain, noise;
  explicit FilterGood(torch::Device device) {
    gain = torch::eye(4, torch::TensorOptions().device(device));
    noise = 0.1 * torch::eye(4, torch::TensorOptions().device(device));
  }
  torch::Tensor update(const torch::Tensor &x) { return gain.mm(gain) + noise; }
};

// Somebody brings the rest.
struct FilterMoved {
  torch::Tensor gain, noise;
  explicit FilterMoved(torch::Device device) {
    gain = torch::eye(4, torch::TensorOptions().device(device));
    noise = 0.1 * torch::eye(4);
  }
  void bring(torch::Device device) { noise = noise.to(device); }
  torch::Tensor update(const torch::Tensor &x) { return gain.mm(gain) + noise; }
};

// What an object was given has the dimensions that it has there.
struct Windowed {
  torch::Tensor window;
  explicit Windowed(torch::Tensor window) : window(window) {}
  torch::Tensor apply(const torch::Tensor &x) const { return x * window; }
};

torch::Tensor givenBad(torch::Tensor x) {
  Windowed windowed(torch::hann_window(8));
  return windowed.apply(x.cuda());
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices: 'x' on cuda, 'window' on cpu
}

torch::Tensor givenGood(torch::Tensor x) {
  Windowed windowed(torch::hann_window(8, torch::kCUDA));
  return windowed.apply(x.cuda());
}

torch::Tensor numberGood(torch::Tensor x) {
  Windowed windowed(torch::tensor(0.5));
  return windowed.apply(x.cuda());
}

static torch::Tensor simulated(torch::Device device) { return torch::randn({8}, device); }

torch::Tensor asyncBad() {
  auto result = std::async(std::launch::async, [] { return simulated(torch::kCUDA); });
  return result.get() * torch::ones({8});
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}

torch::Tensor asyncGood() {
  auto result = std::async(std::launch::async, simulated, torch::Device(torch::kCUDA));
  return result.get() * torch::ones({8}, torch::kCUDA);
}

// torch::add and its like take a factor behind their operands.
torch::Tensor factorBad(torch::Tensor x) {
  return torch::ones({8}).add_(x.cuda(), 0.5);
  // CHECK: :[[@LINE-1]]:{{.*}} operands of 'add_' are on different devices
}

torch::Tensor factorGood(torch::Tensor x) { return torch::ones({8}, torch::kCUDA).add_(x.cuda(), 0.5); }
