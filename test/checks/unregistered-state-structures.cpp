// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// What a structure of parts holds moves with the module that registers it, part by part.
#include <torch/torch.h>
#include <vector>

namespace nn = torch::nn;
using torch::Tensor;

struct Parts {
  nn::Linear a{3, 3};
};

struct Good : nn::Module {
  Parts p;
  Good() { register_module("a", p.a); }
  Tensor forward(Tensor x) { return p.a(x); }
};

struct Other {
  nn::Linear c{3, 3};
};

struct Bad : nn::Module {
  Other p;
  Bad() { p.c->eval(); }
  // CHECK: :[[#@LINE+1]]:37: warning: operands of 'Linear' may be on different devices: 'p.c' on cpu
  Tensor forward(Tensor x) { return p.c(x); }
};

struct Stored {
  nn::Linear e{3, 3};
};

struct StoredGood : nn::Module {
  Stored p;
  StoredGood() { p.e = register_module("e", nn::Linear(3, 3)); }
  Tensor forward(Tensor x) { return p.e(x); }
};

struct Two {
  nn::Linear f{3, 3}, g{3, 3};
};

struct TwoBad : nn::Module {
  Two p;
  TwoBad() { register_module("f", p.f); }
  // CHECK: :[[#@LINE+1]]:37: warning: operands of 'Linear' may be on different devices: 'p.g' on cpu
  Tensor forward(Tensor x) { return p.g(p.f(x)); }
};

// Who registers them, and who does not, may hold the same structure.
struct Shared {
  nn::Linear h{3, 3};
};

struct SharedGood : nn::Module {
  Shared p;
  SharedGood() { register_module("h", p.h); }
  Tensor forward(Tensor x) { return p.h(x); }
};

struct SharedBad : nn::Module {
  Shared p;
  // CHECK: :[[#@LINE-1]]:10: warning: 'p' is not registered with 'SharedBad'
  SharedBad() { p.h->eval(); }
  Tensor forward(Tensor x) { return p.h(x); }
};

// A member of the same name is of another class.
struct Named {
  nn::Linear a{3, 3};
};

struct NamedBad : nn::Module {
  Named p;
  NamedBad() { p.a->eval(); }
  // CHECK: :[[#@LINE+1]]:37: warning: operands of 'Linear' may be on different devices: 'p.a' on cpu
  Tensor forward(Tensor x) { return p.a(x); }
};

struct Outer {
  Shared s;
};

struct DeepGood : nn::Module {
  Outer o;
  DeepGood() { register_module("h", o.s.h); }
  Tensor forward(Tensor x) { return o.s.h(x); }
};

struct DeepBad : nn::Module {
  Outer o;
  // CHECK: :[[#@LINE-1]]:9: warning: 'o' is not registered with 'DeepBad'
  DeepBad() { o.s.h->eval(); }
  Tensor forward(Tensor x) { return o.s.h(x); }
};

// What the structure does with them.
struct Runs {
  nn::Linear i{3, 3};
  Tensor run(Tensor x) { return i(x); }
};

struct RunsGood : nn::Module {
  Runs p;
  RunsGood() { register_module("i", p.i); }
  Tensor forward(Tensor x) { return p.run(x); }
};

struct Block {
  nn::Linear j{3, 3}, k{3, 3};
};

struct BlocksGood : nn::Module {
  std::vector<Block> v;
  BlocksGood() {
    v.push_back(Block{});
    v.push_back(Block{});
    for (size_t n = 0; n < v.size(); ++n) {
      register_module("j" + std::to_string(n), v[n].j);
      register_module("k" + std::to_string(n), v[n].k);
    }
  }
  Tensor forward(Tensor x) {
    for (auto &b : v)
      x = b.k(b.j(x));
    return x;
  }
};

struct Half {
  nn::Linear l{3, 3}, m{3, 3};
};

struct BlocksBad : nn::Module {
  std::vector<Half> v;
  BlocksBad() {
    v.push_back(Half{});
    for (auto &b : v)
      register_module("l", b.l);
  }
  Tensor forward(Tensor x) {
    for (auto &b : v)
      // CHECK: :[[#@LINE+1]]:11: warning: operands of 'Linear' may be on different devices: 'b.m' on cpu
      x = b.m(b.l(x));
    return x;
  }
};

template <typename T> void use() {
  T net;
  net.to(torch::kCUDA);
  net.forward(torch::ones({2, 3}, torch::kCUDA));
}

void use_all() {
  use<SharedGood>();
  use<SharedBad>();
  use<NamedBad>();
  use<RunsGood>();
  use<BlocksGood>();
  use<BlocksBad>();
}

void go() {
  Good a;
  a.to(torch::kCUDA);
  a.forward(torch::ones({2, 3}, torch::kCUDA));
  Bad b;
  b.to(torch::kCUDA);
  b.forward(torch::ones({2, 3}, torch::kCUDA));
  StoredGood c;
  c.to(torch::kCUDA);
  c.forward(torch::ones({2, 3}, torch::kCUDA));
  TwoBad d;
  d.to(torch::kCUDA);
  d.forward(torch::ones({2, 3}, torch::kCUDA));
}
