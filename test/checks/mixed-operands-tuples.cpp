// Parts of a pair or a tuple that somebody else has made.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  NetImpl() { fc = register_module("fc", torch::nn::Linear(2, 2)); }
  torch::Tensor forward(std::pair<torch::Tensor, torch::Tensor> pair) {
    auto [premise, hypothesis] = pair;
    return fc(premise) + fc(hypothesis);
  }
  torch::Tensor second(std::pair<torch::Tensor, torch::Tensor> pair) { return fc(pair.second); }
  torch::Tensor third(std::tuple<int, torch::Tensor, torch::Tensor> parts) { return fc(std::get<2>(parts)); }
};
TORCH_MODULE(Net);

void callsBad(torch::Device device) {
  Net net;
  net->to(device);
  torch::Tensor here = torch::ones({2, 2}), there = torch::ones({2, 2}, device);
  net->forward(std::make_pair(there, here));
  // CHECK: :[[@LINE-1]]:8: warning: operands of 'Linear' may be on different devices: 'fc' on 'device', 'hypothesis' on cpu
  std::pair<torch::Tensor, torch::Tensor> pair{there, here};
  net->second(pair);
  // CHECK: :[[@LINE-1]]:8: warning: operands of 'Linear' may be on different devices: 'fc' on 'device', 'pair.second' on cpu
  net->third(std::make_tuple(1, there, here));
  // CHECK: :[[@LINE-1]]:8: warning: operands of 'Linear' may be on different devices: 'fc' on 'device', 'std::get<2>(parts)' on cpu
}
void callsGood(torch::Device device) {
  Net net;
  net->to(device);
  torch::Tensor here = torch::ones({2, 2}), there = torch::ones({2, 2}, device);
  net->forward(std::make_pair(there, here.to(device)));
  std::pair<torch::Tensor, torch::Tensor> pair{here, there};
  net->second(pair);
  net->third(std::make_tuple(1, here, there));
}
