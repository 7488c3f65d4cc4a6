// What moves when a module moves: what its own `to` reaches, and what is the same object as something registered.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --select device-unregistered-state %s -- %torch_flags | FileCheck %s --implicit-check-not='warning:'
#include <torch/torch.h>
#include <vector>

namespace nn = torch::nn;

struct OverImpl : nn::Module {
  OverImpl() {
    for (int i = 0; i < 3; ++i)
      layers.push_back(nn::Linear(4, 4));
  }
  void to(torch::Device device, bool non_blocking = false) override {
    nn::Module::to(device, non_blocking);
    for (auto &l : layers)
      l->to(device, non_blocking);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l->forward(x);
    return x;
  }
  std::vector<nn::Linear> layers;
};

struct OneImpl : nn::Module {
  OneImpl() : a(nn::Linear(4, 4)) {}
  void to(torch::Device device, bool non_blocking = false) override {
    nn::Module::to(device, non_blocking);
    a->to(device, non_blocking);
  }
  torch::Tensor forward(torch::Tensor x) { return a->forward(x); }
  nn::Linear a{nullptr};
};

struct PlaceImpl : nn::Module {
  PlaceImpl() {
    for (int i = 0; i < 3; ++i)
      layers.push_back(nn::Linear(4, 4));
  }
  void place(torch::Device device) {
    to(device);
    for (auto &l : layers)
      l->to(device);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l->forward(x);
    return x;
  }
  std::vector<nn::Linear> layers;
};

struct SameImpl : nn::Module {
  SameImpl() {
    for (int i = 0; i < 3; ++i) {
      layers.push_back(nn::Linear(4, 4));
      register_module("l" + std::to_string(i), layers.back());
    }
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l->forward(x);
    return x;
  }
  std::vector<nn::Linear> layers;
};

struct HeldImpl : nn::Module {
  HeldImpl() {
    for (int i = 0; i < 3; ++i) {
      auto l = nn::Linear(4, 4);
      layers.push_back(l);
      held->push_back(l);
    }
    register_module("held", held);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l->forward(x);
    return x;
  }
  std::vector<nn::Linear> layers;
  nn::ModuleList held;
};

// One that moves another member only.
struct OtherBadImpl : nn::Module {
  OtherBadImpl() {
    for (int i = 0; i < 3; ++i)
      layers.push_back(nn::Linear(4, 4));
    t = torch::ones({4});
    // CHECK: :[[@LINE-1]]:9: warning: 't' is not registered with 'OtherBadImpl', so 'to' leaves it on cpu
  }
  void to(torch::Device device, bool non_blocking = false) override {
    nn::Module::to(device, non_blocking);
    for (auto &l : layers)
      l->to(device, non_blocking);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &l : layers)
      x = l->forward(x);
    return x + t;
  }
  std::vector<nn::Linear> layers;
  torch::Tensor t;
};
