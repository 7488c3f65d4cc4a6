// Containers that are members of a class without a constructor begin empty, and hold what the program puts there.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --worlds gpu --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='warning:'
#include <map>
#include <string>
#include <torch/torch.h>
#include <vector>

struct Buffer {
  std::map<std::string, torch::Tensor> data;
  std::vector<torch::Tensor> list;
  void put(const std::string &k, torch::Tensor t) { data[k] = t.cpu(); }
};

void bad() {
  Buffer b;
  b.data["s"] = torch::randn({3, 4});
  b.list.push_back(torch::ones({3}));
  auto x = torch::randn({3}, torch::kCUDA);
  auto s = x * b.data["s"];
  // CHECK: members.cpp:[[@LINE-1]]:14: warning: operands of '*' are on different devices: 'x' on cuda, 'b.data["s"]' on cpu
  auto t = x * b.list[0];
  // CHECK: members.cpp:[[@LINE-1]]:14: warning: operands of '*' are on different devices: 'x' on cuda, 'b.list[0]' on cpu
}

void good() {
  Buffer b;
  b.data["s"] = torch::randn({3, 4}, torch::kCUDA);
  b.list.push_back(torch::ones({3}).cuda());
  auto x = torch::randn({3}, torch::kCUDA);
  auto s = x * b.data["s"];
  auto t = x * b.list[0];
}

// What a method puts there is there.
void put_bad() {
  Buffer b;
  b.put("s", torch::randn({3, 4}));
  auto x = torch::randn({3}, torch::kCUDA);
  auto s = x * b.data["s"];
  // CHECK: members.cpp:[[@LINE-1]]:14: warning: operands of '*' are on different devices: 'x' on cuda, 'b.data["s"]' on cpu
}

void put_good() {
  Buffer b;
  b.put("s", torch::randn({3, 4}));
  auto x = torch::randn({3}, torch::kCUDA);
  auto s = x * b.data["s"].cuda();
}
