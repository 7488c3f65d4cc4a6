// A parameter made by hand and not registered.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

struct ModelImpl : torch::nn::Module {
  ModelImpl() {
    weight = torch::randn({10, 10}, torch::requires_grad());
    // CHECK: :[[@LINE-1]]:14: warning: 'weight' is not registered with 'ModelImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+2]]:51: note: 'weight' used with 'x' here
  }
  torch::Tensor forward(torch::Tensor x) { return torch::matmul(x, weight); }
  torch::Tensor weight;
};

struct RegisteredImpl : torch::nn::Module {
  RegisteredImpl() { weight = register_parameter("weight", torch::randn({10, 10})); }
  torch::Tensor forward(torch::Tensor x) { return torch::matmul(x, weight); }
  torch::Tensor weight;
};
