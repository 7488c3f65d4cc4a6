// Two members that are not registered and meet in a loop; one that the base makes and the derived class registers; two
// that one function makes.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unregistered-state %s -- %torch_flags | FileCheck %s
// --implicit-check-not='{{warning}}:'
#include <torch/torch.h>

namespace nn = torch::nn;

struct LoopBadImpl : nn::Module {
  nn::Linear a{2, 2}, b{2, 2};
  // CHECK: :[[@LINE-1]]:15: warning: 'a' is not registered with 'LoopBadImpl', so 'to' leaves it on cpu
  // [device-unregistered-state] CHECK: :[[@LINE-2]]:24: warning: 'b' is not registered with 'LoopBadImpl', so 'to'
  // leaves it on cpu [device-unregistered-state]
  torch::Tensor forward(torch::Tensor x) {
    for (int i = 0; i < 2; i++)
      x = b(a(x));
    return x;
  }
};

struct LoopOkImpl : nn::Module {
  nn::Linear a{2, 2}, b{2, 2};
  LoopOkImpl() {
    register_module("a", a);
    register_module("b", b);
  }
  torch::Tensor forward(torch::Tensor x) {
    for (int i = 0; i < 2; i++)
      x = b(a(x));
    return x;
  }
};

struct BaseBadImpl : nn::Module {
  BaseBadImpl() : fc(2, 2) {}
  // CHECK: :[[@LINE-1]]:19: warning: 'fc' is not registered with 'DerivedBadImpl', so 'to' leaves it on cpu
  // [device-unregistered-state]
  nn::Linear fc;
};
struct DerivedBadImpl : BaseBadImpl {
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct BaseOkImpl : nn::Module {
  BaseOkImpl() : fc(2, 2) {}
  nn::Linear fc;
};
struct DerivedOkImpl : BaseOkImpl {
  DerivedOkImpl() { register_module("fc", fc); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};

struct MadeBadImpl : nn::Module {
  static nn::Linear make() { return nn::Linear(2, 2); }
  nn::Linear a = make(), b = make();
  // CHECK: :[[@LINE-1]]:14: warning: 'a' is not registered with 'MadeBadImpl', so 'to' leaves it on cpu
  // [device-unregistered-state] CHECK: :[[@LINE-2]]:26: warning: 'b' is not registered with 'MadeBadImpl', so 'to'
  // leaves it on cpu [device-unregistered-state]
  torch::Tensor forward(torch::Tensor x) { return a(x) + b(x); }
};

struct MadeOkImpl : nn::Module {
  static nn::Linear make() { return nn::Linear(2, 2); }
  nn::Linear a = register_module("a", make()), b = register_module("b", make());
  torch::Tensor forward(torch::Tensor x) { return a(x) + b(x); }
};
