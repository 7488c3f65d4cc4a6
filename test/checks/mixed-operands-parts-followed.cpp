// Parts of a module that nobody moves by their names: by loops over what lists them, by callbacks, through the data of
// its parameters.
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

torch::Tensor named_children_ok() {
  Net net;
  for (auto &child : net->named_children())
    child.value()->to(torch::kCUDA);
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor named_children_bad() {
  Net net;
  for (auto &child : net->named_children())
    child.value()->to(torch::kCUDA);
  return net(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'body' on cuda, 'x' on cpu
}

torch::Tensor entries_ok() {
  Net net;
  net->named_children()["body"]->to(torch::kCUDA);
  net->named_children()["head"]->to(torch::kCUDA);
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor entries_bad() {
  Net net;
  net->named_children()["body"]->to(torch::kCUDA);
  net->named_children()["head"]->to(torch::kCUDA);
  return net(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'body' on cuda, 'x' on cpu
}

torch::Tensor apply_ok() {
  Net net;
  net->apply([&](torch::nn::Module &part) { part.to(torch::kCUDA); });
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor apply_bad() {
  Net net;
  net->apply([&](torch::nn::Module &part) { part.to(torch::kCUDA); });
  return net(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'body' on cuda, 'x' on cpu
}

torch::Tensor set_data_ok() {
  Net net;
  for (auto &p : net->parameters())
    p.set_data(p.data().to(torch::kCUDA));
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor set_data_bad() {
  Net net;
  for (auto &p : net->parameters())
    p.set_data(p.data().to(torch::kCUDA));
  return net(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'body' on cuda, 'x' on cpu
}

torch::Tensor layer_ok() {
  torch::nn::Linear layer(2, 2);
  layer->weight = torch::ones({2, 2}, torch::kCUDA);
  layer->bias = torch::ones({2}, torch::kCUDA);
  return layer(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor layer_bad() {
  torch::nn::Linear layer(2, 2);
  layer->weight = torch::ones({2, 2}, torch::kCUDA);
  layer->bias = torch::ones({2}, torch::kCUDA);
  return layer(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'layer' on cuda, 'torch::ones({2, 2})' on cpu
}

// Nobody can say which part it is.
torch::Tensor indexed_ok() {
  Net net;
  auto parts = net->children();
  parts[0]->to(torch::kCUDA);
  parts[1]->to(torch::kCUDA);
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor apply_if_ok() {
  Net net;
  net->apply([&](torch::nn::Module &part) {
    if (part.as<torch::nn::Linear>())
      part.to(torch::kCUDA);
  });
  return net(torch::ones({2, 2}, torch::kCUDA));
}

torch::Tensor weight_only_ok() {
  torch::nn::Linear layer(torch::nn::LinearOptions(2, 2).bias(false));
  layer->weight = torch::ones({2, 2}, torch::kCUDA);
  return layer(torch::ones({2, 2}, torch::kCUDA));
}
