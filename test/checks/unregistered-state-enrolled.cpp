// What a function that the constructor calls registers is registered, whether it is a member, a base's or a lambda.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --ignore device-unguarded-accelerator %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

namespace nn = torch::nn;

struct InitGood : nn::Module {
  InitGood() : Fc(4, 4) {
    Scale = torch::ones({4});
    init();
  }
  void init() {
    register_module("fc", Fc);
    register_buffer("scale", Scale);
  }
  torch::Tensor forward(torch::Tensor x) { return Fc(x) * Scale; }
  nn::Linear Fc;
  torch::Tensor Scale;
};

// CHECK: :[[#@LINE+3]]:15: warning: 'Fc' is not registered with 'InitBad'
// CHECK: :[[#@LINE+3]]:13: warning: 'Scale' is not registered with 'InitBad'
struct InitBad : nn::Module {
  InitBad() : Fc(4, 4) {
    Scale = torch::ones({4});
    init();
  }
  void init() {}
  torch::Tensor forward(torch::Tensor x) { return Fc(x) * Scale; }
  nn::Linear Fc;
  torch::Tensor Scale;
};

struct Base : nn::Module {
  void enroll(const std::string &name, nn::Linear &m) { register_module(name, m); }
};

struct EnrolledGood : Base {
  EnrolledGood() : Fc(4, 4), Out(4, 4) {
    enroll("fc", Fc);
    auto put = [this] { register_module("out", Out); };
    put();
  }
  torch::Tensor forward(torch::Tensor x) { return Out(Fc(x)); }
  nn::Linear Fc, Out;
};

torch::Tensor run() {
  InitGood a;
  a.to(torch::kCUDA);
  EnrolledGood b;
  b.to(torch::kCUDA);
  torch::Tensor x = torch::ones({2, 4}, torch::kCUDA);
  return a.forward(x) + b.forward(x);
}
