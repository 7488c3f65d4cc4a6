// Parts of a module that are moved one by one, or by a loop.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --worlds multi --level 1 --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='warning:'
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  NetImpl() : body(2, 2), head(2, 2) {
    register_module("body", body);
    register_module("head", head);
  }
  torch::Tensor forward(torch::Tensor x) { return head(body(x)); }
  torch::nn::Linear body, head;
};
TORCH_MODULE(Net);

torch::Tensor each_ok() {
  Net net;
  net->body->to(torch::kCUDA);
  net->head->to(torch::kCUDA);
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor each_bad() {
  Net net;
  net->body->to(torch::kCUDA);
  net->head->to(torch::kCUDA);
  return net(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'body' on cuda, 'x' on cpu
}

torch::Tensor one_left_bad() {
  Net net;
  net->to(torch::Device(torch::kCUDA, 0));
  net->head->to(torch::Device(torch::kCUDA, 1));
  return net(torch::ones({2, 2}, torch::Device(torch::kCUDA, 0)));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'head' on cuda:1, 'body(x)' on cuda:0
}

torch::Tensor children_ok() {
  Net net;
  for (auto &part : net->children())
    part->to(torch::kCUDA);
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor children_bad() {
  Net net;
  for (auto &part : net->children())
    part->to(torch::kCUDA);
  return net(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'body' on cuda, 'x' on cpu
}
