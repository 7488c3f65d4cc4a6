// Numbers and texts that a function of a library writes are not what they were declared with.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <fstream>
#include <torch/torch.h>

torch::Tensor streamBad(std::istream &in, torch::Device device) {
  std::string type;
  long count = 0;
  in >> type >> count;
  if (type == "train")
    return torch::ones({2}, device) + torch::ones({2});
  // CHECK: :[[@LINE-1]]:37: warning: operands of '+' may be on different devices
  if (count == 1)
    return torch::ones({2}, device) * torch::ones({2});
  // CHECK: :[[@LINE-1]]:37: warning: operands of '*' may be on different devices
  return torch::ones({2}, device);
}
torch::Tensor streamGood(std::istream &in, torch::Device device) {
  std::string type;
  long count = 0;
  in >> type >> count;
  if (type == "train")
    return torch::ones({2}, device) + torch::ones({2}, device);
  if (count == 1)
    return torch::ones({2}, device) * torch::ones({2}, device);
  return torch::ones({2}, device);
}

torch::Tensor lineBad(std::istream &in, torch::Device device) {
  std::string line;
  while (std::getline(in, line))
    if (line == "x")
      return torch::ones({2}, device) + torch::ones({2});
  // CHECK: :[[@LINE-1]]:39: warning: operands of '+' may be on different devices
  return torch::ones({2}, device);
}

torch::Tensor appendBad(torch::Tensor x, const std::string &index) {
  std::string name = "cpu";
  name.assign("cuda:");
  name.append(index);
  return name == "cpu" ? torch::zeros({2}, torch::kCUDA) - torch::ones({2}) : x;
  // CHECK: :[[@LINE-1]]:58: warning: operands of '-' are on different devices
}

// What is only read keeps its value.
torch::Tensor readGood(std::ostream &out, torch::Device device) {
  std::string name = "cpu";
  int count = 0;
  out << name << count << name.substr(1) << std::max(count, 2);
  if (name == "cuda" || count == 1)
    return torch::ones({2}, device) + torch::ones({2});
  return torch::ones({2}, device);
}

// What a file holds goes where the load says, whatever the variable was before.
torch::Tensor fileBad() {
  torch::Tensor weight;
  torch::load(weight, "weight.pt", torch::kCPU);
  return torch::mm(torch::ones({2, 2}, torch::kCUDA), weight);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'mm' are on different devices: {{.*}} on cuda, 'weight' on cpu
}
torch::Tensor fileGood() {
  torch::Tensor weight = torch::zeros({2, 2});
  torch::load(weight, "weight.pt", torch::kCUDA);
  return torch::mm(torch::ones({2, 2}, torch::kCUDA), weight);
}
