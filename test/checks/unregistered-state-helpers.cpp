// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// Who is given a tensor and registers it registers what its caller has: `to` moves buffers and parameters in place.
#include <string>
#include <torch/torch.h>
#include <vector>

namespace nn = torch::nn;
using torch::Tensor;

struct GivenGood : nn::Module {
  Tensor b = torch::zeros({3});
  GivenGood() { keep(b); }
  void keep(Tensor t) { register_buffer("b", t); }
  Tensor forward(Tensor x) { return x + b; }
};

struct GivenBad : nn::Module {
  Tensor b = torch::zeros({3});
  // CHECK: :[[#@LINE-1]]:14: warning: 'b' is not registered with 'GivenBad'
  GivenBad() { keep(b); }
  void keep(Tensor t) { register_buffer("b", t.clone()); }
  Tensor forward(Tensor x) { return x + b; }
};

struct PassedGood : nn::Module {
  Tensor b = torch::zeros({3});
  PassedGood() { first(b); }
  void first(Tensor t) { second(t); }
  void second(Tensor t) { register_parameter("b", t); }
  Tensor forward(Tensor x) { return x + b; }
};

struct PassedBad : nn::Module {
  Tensor b = torch::zeros({3});
  // CHECK: :[[#@LINE-1]]:14: warning: 'b' is not registered with 'PassedBad'
  PassedBad() { first(b); }
  void first(Tensor t) { second(t * 2); }
  void second(Tensor t) { register_parameter("b", t); }
  Tensor forward(Tensor x) { return x + b; }
};

// Each of them in a loop.
struct EachGood : nn::Module {
  std::vector<Tensor> v{torch::ones({3}), torch::zeros({3})};
  EachGood() {
    for (size_t i = 0; i < v.size(); ++i)
      keep(i, v[i]);
  }
  void keep(size_t i, Tensor t) { v[i] = register_buffer("b" + std::to_string(i), t); }
  Tensor forward(Tensor x) {
    for (auto &b : v)
      x = x + b;
    return x;
  }
};

struct EachBad : nn::Module {
  std::vector<Tensor> v{torch::ones({3}), torch::zeros({3})};
  // CHECK: :[[#@LINE-1]]:25: warning: 'v' is not registered with 'EachBad'
  EachBad() {
    for (size_t i = 0; i < v.size(); ++i)
      keep(i, v[i]);
  }
  void keep(size_t i, Tensor t) { v[i] = t; }
  Tensor forward(Tensor x) {
    for (auto &b : v)
      x = x + b;
    return x;
  }
};

// What a method adds to a list it has registered.
struct AddedGood : nn::Module {
  std::vector<Tensor> v;
  AddedGood() {
    for (int i = 0; i < 3; ++i)
      add(torch::ones({3}));
  }
  void add(Tensor t) { v.push_back(register_buffer("b" + std::to_string(v.size()), t)); }
  Tensor forward(Tensor x) {
    for (auto &b : v)
      x = x + b;
    return x;
  }
};

struct AddedBad : nn::Module {
  std::vector<Tensor> v;
  AddedBad() {
    for (int i = 0; i < 3; ++i)
      add(torch::ones({3}));
    // CHECK: :[[#@LINE-1]]:11: warning: 'v' is not registered with 'AddedBad'
  }
  void add(Tensor t) { v.push_back(t); }
  Tensor forward(Tensor x) {
    for (auto &b : v)
      x = x + b;
    return x;
  }
};
