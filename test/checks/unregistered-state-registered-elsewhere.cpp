// Members of a base that the derived class registers, and members that a function registers which makes the object.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

struct BaseGood : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return Second(First(x)); }
  torch::nn::Linear First{4, 4}, Second{4, 4};
};

struct DerivedGood : BaseGood {
  DerivedGood() {
    register_module("first", First);
    register_module("second", Second);
  }
};

struct BaseBad : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return Second(First(x)); }
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'Second' is not registered with 'BaseBad'
  torch::nn::Linear First{4, 4}, Second{4, 4};
};

struct DerivedBad : BaseBad {
  DerivedBad() { register_module("first", First); }
};

struct MadeGood : torch::nn::Module {
  torch::nn::Linear First{4, 4};
  torch::Tensor forward(torch::Tensor x) { return First(x); }
};

std::shared_ptr<MadeGood> makeGood() {
  auto Net = std::make_shared<MadeGood>();
  Net->register_module("first", Net->First);
  return Net;
}

struct MadeBad : torch::nn::Module {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'First' is not registered with 'MadeBad'
  torch::nn::Linear First{4, 4};
  torch::Tensor forward(torch::Tensor x) { return First(x); }
};

std::shared_ptr<MadeBad> makeBad() {
  auto Net = std::make_shared<MadeBad>();
  return Net;
}

void run(torch::Device d) {
  auto x = torch::ones({2, 4}, d);
  DerivedGood A;
  A.to(d);
  A.forward(x);
  DerivedBad B;
  B.to(d);
  B.forward(x);
  auto C = makeGood();
  C->to(d);
  C->forward(x);
  auto D = makeBad();
  D->to(d);
  D->forward(x);
}
