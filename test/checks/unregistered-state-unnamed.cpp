// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// Structures without a name are told apart, and the members of anonymous ones are those of the class.
#include <torch/torch.h>

namespace nn = torch::nn;
using torch::Tensor;

struct UnnamedBad : nn::Module {
  struct {
    nn::Linear a{3, 3};
  } p;
  struct {
    nn::Linear b{3, 3};
  } q;
  UnnamedBad() { register_module("b", q.b); }
  // CHECK: :[[#@LINE+1]]:41: warning: operands of 'Linear' may be on different devices: 'p.a' on cpu
  Tensor forward(Tensor x) { return q.b(p.a(x)); }
};

struct UnnamedGood : nn::Module {
  struct {
    nn::Linear a{3, 3};
  } p;
  struct {
    nn::Linear b{3, 3};
  } q;
  UnnamedGood() {
    register_module("a", p.a);
    register_module("b", q.b);
  }
  Tensor forward(Tensor x) { return q.b(p.a(x)); }
};

// The members of an anonymous structure are those of the class.
struct AnonymousBad : nn::Module {
  struct {
    nn::Linear a{3, 3};
    // CHECK: :[[#@LINE-1]]:17: warning: 'a' is not registered with 'AnonymousBad'
  };
  Tensor forward(Tensor x) { return a(x); }
};

struct AnonymousGood : nn::Module {
  struct {
    nn::Linear a{3, 3};
  };
  AnonymousGood() { register_module("a", a); }
  Tensor forward(Tensor x) { return a(x); }
};
