// REQUIRES: torch
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-*' %s -- %torch_flags > %t.full
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-*' %s -- %torch_flags -include-pch %torch_pch > \
// RUN:   %t.pch
// RUN: diff %t.full %t.pch
// RUN: FileCheck %s --input-file=%t.full

// A precompiled header without function bodies changes no finding.

#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() { linear = register_module("linear", torch::nn::Linear(2, 2)); }
  torch::Tensor forward(torch::Tensor x) { return torch::relu(linear(x)) + torch::ones({2}); }
  torch::nn::Linear linear{nullptr};
};
TORCH_MODULE(Net);

torch::Tensor adds_cpu_to_cuda_bad() {
  auto weight = torch::ones({2}, torch::kCUDA);
  auto bias = torch::ones({2});
  return weight + bias;
  // CHECK: :[[@LINE-1]]:17: warning: operands of '+' are on different devices: 'weight' on cuda, 'bias' on cpu [device-mixed-operands]
}

int main() {
  Net net;
  net->to(torch::kCUDA);
  auto x = torch::ones({2, 2});
  x.to(torch::kCUDA);
  std::cout << net(x);
}
