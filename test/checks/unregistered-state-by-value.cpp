// A module of the program that another one holds by value moves with it no more than one of the library does.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

struct Inner : torch::nn::Module {
  torch::nn::Linear Layer{nullptr};
  Inner() { Layer = register_module("layer", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return Layer(x); }
};

// CHECK: :[[#@LINE+2]]:9: warning: 'Part' is not registered with 'Bad'
struct Bad : torch::nn::Module {
  Inner Part;
  torch::Tensor forward(torch::Tensor x) { return Part.forward(x); }
};

struct Nothing : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x * 2; }
};

struct Stateless : torch::nn::Module {
  Nothing Part;
  torch::Tensor forward(torch::Tensor x) { return Part.forward(x); }
};

struct Good : torch::nn::Module {
  std::shared_ptr<Inner> Part = register_module("part", std::make_shared<Inner>());
  torch::Tensor forward(torch::Tensor x) { return Part->forward(x); }
};

struct Plain {
  Inner Part;
};

void run() {
  auto x = torch::ones({1, 4}, torch::kCUDA);
  Bad Outer;
  Outer.to(torch::kCUDA);
  Outer.forward(x);
  Good Other;
  Other.to(torch::kCUDA);
  Other.forward(x);
  Stateless Third;
  Third.forward(x);
}
