// What a call gives that fails inside goes nowhere: the mistake is told where it is made, and not once more of the
// result.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

namespace nn = torch::nn;

static torch::Device choose() { return torch::cuda::is_available() ? torch::Device(torch::kCUDA) : torch::kCPU; }

struct BadNet : nn::Module {
  nn::Linear first{nullptr}, last;
  // CHECK: :[[@LINE+1]]:14: warning: 'last' is not registered with 'BadNet'
  BadNet() : last(4, 2) { first = register_module("first", nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(last->forward(first->forward(x))); }
};

struct GoodNet : nn::Module {
  nn::Linear first{nullptr}, last{nullptr};
  GoodNet() : last(register_module("last", nn::Linear(4, 2))) { first = register_module("first", nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(last->forward(first->forward(x))); }
};

void useBad() {
  auto d = choose();
  BadNet net;
  net.to(d);
  auto y = net.forward(torch::ones({1, 4}, d));
  torch::mse_loss(y, torch::zeros({1, 2}, d)).backward();
}

void useGood() {
  auto d = choose();
  GoodNet net;
  net.to(d);
  auto y = net.forward(torch::ones({1, 4}, d));
  torch::mse_loss(y, torch::zeros({1, 2}, d)).backward();
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: operands of 'mse_loss' may be on different devices: 'y' on cuda, {{.*}} on cpu
  torch::mse_loss(y, torch::zeros({1, 2})).backward();
}
