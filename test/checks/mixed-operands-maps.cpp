// What maps hold: entries of parameters' names, what was emplaced, what is found.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

#include <map>
#include <string>

using Tensors = std::map<std::string, torch::Tensor>;

torch::Tensor namedBad(torch::nn::Linear net) {
  net->to(torch::kCUDA);
  Tensors average;
  for (const auto &p : net->named_parameters())
    average[p.key()] = p.value().detach().cpu();
  for (const auto &p : net->named_parameters())
    average[p.key()].mul_(0.9).add_(p.value(), 0.1);
  // CHECK: :[[@LINE-1]]:{{.*}} operands of 'add_' are on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
  return average["weight"];
}

torch::Tensor namedGood(torch::nn::Linear net) {
  net->to(torch::kCUDA);
  Tensors average;
  for (const auto &p : net->named_parameters())
    average[p.key()] = p.value().detach().clone();
  for (const auto &p : net->named_parameters())
    average[p.key()].mul_(0.9).add_(p.value(), 0.1);
  return average["weight"];
}

torch::Tensor eachBad(torch::Tensor x) {
  Tensors scales{{"a", torch::ones({3})}};
  auto sum = x.cuda();
  for (const auto &[name, scale] : scales)
    sum = sum * scale;
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices: 'sum' on cuda, 'scale' on cpu
  return sum;
}

torch::Tensor eachGood(torch::Tensor x) {
  Tensors scales{{"a", torch::ones({3}, torch::kCUDA)}};
  auto sum = x.cuda();
  for (const auto &[name, scale] : scales)
    sum = sum * scale;
  return sum;
}

const torch::Tensor &window(const std::string &name) {
  static Tensors made;
  auto it = made.find(name);
  if (it == made.end())
    it = made.emplace(name, torch::hann_window(64)).first;
  return it->second;
}

torch::Tensor foundBad(torch::Tensor x) {
  return x.cuda() * window("hann");
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices: {{.*}} on cuda, {{.*}} on cpu
}

torch::Tensor foundGood(torch::Tensor x) {
  return x.cuda() * window("hann").to(torch::kCUDA);
}

torch::Tensor insertedBad(torch::Tensor x) {
  Tensors held;
  held.insert({"mask", torch::ones({3})});
  return x.cuda() * held.at("mask");
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}

torch::Tensor insertedGood(torch::Tensor x) {
  Tensors held;
  held.insert({"mask", torch::ones({3}, torch::kCUDA)});
  return x.cuda() * held.at("mask");
}

// A loop that moves each entry moves them all.
torch::Tensor moved_in_loop_good(torch::Tensor x) {
  Tensors held;
  held["mask"] = torch::ones({3});
  for (auto &entry : held)
    entry.second = entry.second.to(torch::kCUDA);
  for (auto &[name, each] : held)
    each = each.to(torch::kCUDA);
  return x.cuda() * held["mask"];
}
torch::Tensor moved_in_loop_bad(torch::Tensor x) {
  Tensors held;
  held["mask"] = torch::ones({3}, torch::kCUDA);
  for (auto &[name, each] : held)
    each = each.cpu();
  return x.cuda() * held["mask"];
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}
torch::Tensor elements_moved_good(torch::Tensor x) {
  std::vector<torch::Tensor> held = {torch::ones({3}), torch::ones({3})};
  for (auto &each : held)
    each = each.to(torch::kCUDA);
  return x.cuda() * held[1];
}
torch::Tensor elements_moved_bad() {
  std::vector<torch::Tensor> held = {torch::ones({3}), torch::ones({3})};
  for (auto &each : held)
    each = each.to(torch::kCUDA);
  return torch::ones({3}) * held[1];
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}
