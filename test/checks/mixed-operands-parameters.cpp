// The device of a module is asked of its parameters, with an answer for a module that has none.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands --output-format concise %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::nn::Linear inner{register_module("inner", torch::nn::Linear(3, 3))};

  torch::Device device() const { return parameters().empty() ? torch::kCPU : parameters()[0].device(); }

  torch::Tensor forward(torch::Tensor x) { return inner(x); }

  torch::Tensor shiftedGood(torch::Tensor x) {
    auto device = parameters().empty() ? torch::kCPU : parameters()[0].device();
    return inner(x) + torch::zeros({3}, device);
  }

  torch::Tensor shiftedBad(torch::Tensor x) {
    return inner(x) + torch::zeros({3});
    // CHECK: :[[@LINE-1]]:{{.*}} operands of '+' may be on different devices
  }

  torch::Tensor sampledGood() { return inner(torch::zeros({3}, device())); }

  torch::Tensor sampledBad() {
    return inner(torch::zeros({3}));
    // CHECK: :[[@LINE-1]]:{{.*}} operands of 'Linear' may be on different devices
  }
};
TORCH_MODULE(Net);

torch::Tensor runGood(Net &net, torch::Device device) {
  net->to(device);
  auto at = net->parameters().empty() ? torch::kCPU : net->parameters()[0].device();
  return net(torch::rand({2, 3}, at));
}

torch::Tensor runBad(Net &net) {
  net->to(torch::kCUDA);
  return net(torch::rand({2, 3}));
  // CHECK: :[[@LINE-1]]:{{.*}} operands of 'Linear' are on different devices
}

// `to` gives parameters and buffers other memory in place (torch/csrc/api/include/torch/nn/module.h): whoever holds one
// sees it move.
struct Scaled : torch::nn::Module {
  torch::Tensor scale = register_buffer("scale", torch::ones({3}));
  torch::Tensor shift = register_parameter("shift", torch::zeros({3}));
  torch::Tensor plain = torch::ones({3});
};

torch::Tensor heldGood() {
  Scaled net;
  torch::Tensor scale = net.scale, shift = net.shift;
  net.to(torch::kCUDA);
  return scale * torch::ones({3}, torch::kCUDA) + shift;
}

torch::Tensor heldBad() {
  Scaled net;
  torch::Tensor plain = net.plain;
  net.to(torch::kCUDA);
  return plain * torch::ones({3}, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices: 'plain' on cpu
}
