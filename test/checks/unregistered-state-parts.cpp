// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// A part that registers itself with the module that it is given moves with it, and so does one whose parts are
// registered.
#include <memory>
#include <torch/torch.h>

struct Part {
  std::shared_ptr<torch::nn::LinearImpl> l;
  void add(torch::nn::Module &module) {
    l = module.register_module("l", std::make_shared<torch::nn::LinearImpl>(4, 4));
  }
  void make(torch::nn::Module &module) { l = std::make_shared<torch::nn::LinearImpl>(4, 4); }
};

struct WithPart : torch::nn::Module {
  Part p;
  WithPart() { p.add(*this); }
  torch::Tensor forward(torch::Tensor x) { return p.l->forward(x); }
};

void part_ok() {
  WithPart net;
  net.to(torch::kCUDA);
  net.forward(torch::ones({1, 4}, torch::kCUDA));
}

struct WithoutPart : torch::nn::Module {
  Part p;
  WithoutPart() { p.make(*this); }
  torch::Tensor forward(torch::Tensor x) { return p.l->forward(x); }
};

void part_bad() {
  WithoutPart net;
  net.to(torch::kCUDA);
  net.forward(torch::ones({1, 4}, torch::kCUDA));
  // CHECK: :[[#@LINE-1]]:7: warning: operands of 'Linear' are on different devices
}

struct Inner : torch::nn::Module {
  torch::nn::Linear l{nullptr};
  Inner() { l = register_module("l", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return l(x); }
};

struct Bad : torch::nn::Module {
  Inner i;
  // CHECK: :[[#@LINE-1]]:9: warning: 'i' is not registered with 'Bad'
  Bad() {
    for (auto &child : i.children())
      child->eval();
  }
  torch::Tensor forward(torch::Tensor x) { return i.forward(x); }
};

struct Children : torch::nn::Module {
  Inner i;
  Children() {
    for (auto &child : i.children())
      register_module("x", child);
  }
  torch::Tensor forward(torch::Tensor x) { return i.forward(x); }
};

struct Parameters : torch::nn::Module {
  Inner i;
  Parameters() {
    for (auto &each : i.named_parameters())
      register_parameter(each.key().substr(2), each.value());
  }
  torch::Tensor forward(torch::Tensor x) { return i.forward(x); }
};

struct Pointer : torch::nn::Module {
  Inner i;
  Pointer() { register_module("l", i.l.ptr()); }
  torch::Tensor forward(torch::Tensor x) { return i.forward(x); }
};

void parts_ok() {
  Children a;
  Parameters b;
  Pointer c;
  a.to(torch::kCUDA);
  b.to(torch::kCUDA);
  c.to(torch::kCUDA);
  a.forward(torch::ones({1, 4}, torch::kCUDA));
  b.forward(torch::ones({1, 4}, torch::kCUDA));
  c.forward(torch::ones({1, 4}, torch::kCUDA));
}
