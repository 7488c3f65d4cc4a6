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

// What an element of a list holds.

struct BlockImpl : torch::nn::Module {
  BlockImpl() { body = register_module("body", torch::nn::Linear(2, 2)); }
  torch::Tensor forward(torch::Tensor x) { return body->forward(x); }
  torch::nn::Linear body{nullptr};
};
TORCH_MODULE(Block);

torch::Tensor element_ok() {
  Block block;
  torch::nn::Sequential all(block, torch::nn::ReLU());
  block->body->to(torch::kCUDA);
  return all->forward(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor element_bad() {
  Block block;
  torch::nn::Sequential all(block, torch::nn::ReLU());
  block->body->to(torch::kCUDA);
  return all->forward(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:15: warning: operands of 'Sequential' are on different devices: 'all' on cuda, 'torch::ones({2, 2})' on cpu
}

torch::Tensor each_element_ok() {
  Block a, b;
  std::vector<Block> all{a, b};
  for (auto &block : all)
    block->body->to(torch::kCUDA);
  return all[0]->forward(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor each_element_bad() {
  Block a, b;
  std::vector<Block> all{a, b};
  for (auto &block : all)
    block->body->to(torch::kCUDA);
  return all[0]->forward(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:18: warning: operands of 'Linear' are on different devices: 'body' on cuda, 'x' on cpu
}

// Nobody says which of them has moved.
torch::Tensor counted_ok() {
  std::vector<Block> all;
  all.push_back(Block());
  all.push_back(Block());
  for (size_t i = 0; i < all.size(); ++i)
    all[i]->body->to(torch::kCUDA);
  return all[0]->forward(torch::ones({2, 2}, torch::kCUDA));
}

struct StackImpl : torch::nn::Module {
  StackImpl() {
    layers.push_back(register_module("l0", torch::nn::Linear(2, 2)));
    layers.push_back(register_module("l1", torch::nn::Linear(2, 2)));
    scales.push_back(register_buffer("s0", torch::ones({2})));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &layer : layers)
      x = layer->forward(x);
    return x;
  }
  std::vector<torch::nn::Linear> layers;
  std::vector<torch::Tensor> scales;
};
TORCH_MODULE(Stack);

torch::Tensor one_of_list_ok() {
  Stack net;
  net->layers[0]->to(torch::kCUDA);
  return net->layers[0]->forward(torch::ones({2, 2}, torch::kCUDA));
}

// What is registered before it is put into a list moves with the others.
torch::Tensor listed_ok() {
  Stack net;
  net->to(torch::kCUDA);
  return net(torch::ones({2, 2}, torch::kCUDA)) + net->scales[0];
}

torch::Tensor listed_bad() {
  Stack net;
  net->to(torch::kCUDA);
  return net(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' may be on different devices: 'layer' on cuda, 'x' on cpu
}
