// Objects that are called, functions with a gradient of their own, and what an interpreter gives back.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/script.h>
#include <torch/torch.h>

struct Windowed {
  torch::Tensor window;
  explicit Windowed(torch::Tensor window) : window(window) {}
  torch::Tensor operator()(const torch::Tensor &x) const { return x * window; }
};

torch::Tensor operatorBad(torch::Tensor x) {
  Windowed windowed(torch::hann_window(8));
  return windowed(x.cuda());
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}

torch::Tensor operatorGood(torch::Tensor x) {
  Windowed windowed(torch::hann_window(8, torch::kCUDA));
  return windowed(x.cuda());
}

struct RoundBad : torch::autograd::Function<RoundBad> {
  static torch::Tensor forward(torch::autograd::AutogradContext *, torch::Tensor x) {
    return x * torch::arange(4, torch::kFloat);
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext *, torch::autograd::variable_list g) {
    return {g[0]};
  }
};

struct RoundGood : torch::autograd::Function<RoundGood> {
  static torch::Tensor forward(torch::autograd::AutogradContext *, torch::Tensor x) {
    return x * torch::arange(4, x.options());
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext *, torch::autograd::variable_list g) {
    return {g[0]};
  }
};

torch::Tensor gradientBad(torch::Tensor x) {
  return RoundBad::apply(x.cuda());
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}

torch::Tensor gradientGood(torch::Tensor x) { return RoundGood::apply(x.cuda()); }

// What the one element was moved to says nothing of the other: it is no module, which would move in place.
torch::Tensor elementsGood(torch::jit::Module net, torch::Tensor x, torch::Device device) {
  auto result = net.forward({x}).toTuple();
  auto value = result->elements()[1].toTensor().to(torch::kCPU);
  auto mask = torch::ones({3}).to(device);
  return result->elements()[0].toTensor() * mask;
}

torch::Tensor weighted(torch::Tensor x, torch::Tensor weight = {}) {
  auto w = weight.defined() ? weight : torch::ones({3});
  return x * w;
}

torch::Tensor leftOutBad(torch::Tensor x) {
  return weighted(x.cuda());
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}

torch::Tensor leftOutGood(torch::Tensor x) { return weighted(x.cuda(), torch::ones({3}, torch::kCUDA)); }
