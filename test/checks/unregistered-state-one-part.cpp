// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// Where one part of a member is not registered and another one is, that part is named.
#include <array>
#include <torch/torch.h>
#include <utility>
#include <vector>

namespace nn = torch::nn;
using torch::Tensor;

struct ArrayBad : nn::Module {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'ls[1]' is not registered with 'ArrayBad'
  nn::Linear ls[2]{nn::Linear(3, 3), nn::Linear(3, 3)};
  ArrayBad() { register_module("a", ls[0]); }
  Tensor forward(Tensor x) { return ls[1](ls[0](x)); }
};

struct ArrayGood : nn::Module {
  nn::Linear ls[2]{nn::Linear(3, 3), nn::Linear(3, 3)};
  ArrayGood() {
    register_module("a", ls[0]);
    register_module("b", ls[1]);
  }
  Tensor forward(Tensor x) { return ls[1](ls[0](x)); }
};

struct VectorBad : nn::Module {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'ls[1]' is not registered with 'VectorBad'
  std::vector<nn::Linear> ls{nn::Linear(3, 3), nn::Linear(3, 3)};
  VectorBad() { register_module("a", ls[0]); }
  Tensor forward(Tensor x) { return ls[1](ls[0](x)); }
};

struct AllBad : nn::Module {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'ls' is not registered with 'AllBad'
  std::vector<nn::Linear> ls{nn::Linear(3, 3), nn::Linear(3, 3)};
  Tensor forward(Tensor x) { return ls[1](ls[0](x)); }
};

struct Parts {
  nn::Linear h{nullptr}, k{nullptr};
};

struct PartBad : nn::Module {
  Parts parts;
  PartBad() {
    parts.h = register_module("h", nn::Linear(3, 3));
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'parts.k' is not registered with 'PartBad'
    parts.k = nn::Linear(3, 3);
  }
  Tensor forward(Tensor x) { return parts.k(parts.h(x)); }
};

struct PartGood : nn::Module {
  Parts parts;
  PartGood() {
    parts.h = register_module("h", nn::Linear(3, 3));
    parts.k = register_module("k", nn::Linear(3, 3));
  }
  Tensor forward(Tensor x) { return parts.k(parts.h(x)); }
};

struct TwoLeftBad : nn::Module {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'ls' is not registered with 'TwoLeftBad'
  std::vector<nn::Linear> ls{nn::Linear(3, 3), nn::Linear(3, 3), nn::Linear(3, 3)};
  TwoLeftBad() { register_module("a", ls[0]); }
  Tensor forward(Tensor x) { return ls[2](ls[1](ls[0](x))); }
};

// What is filled one by one, and a pair, are named as wholes: which part an operation meets is not followed there.
struct FN_PushedBad : nn::Module {
  std::vector<nn::Linear> ls;
  FN_PushedBad() {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'ls' is not registered with 'FN_PushedBad'
    ls.push_back(register_module("a", nn::Linear(3, 3)));
    ls.push_back(nn::Linear(3, 3));
  }
  Tensor forward(Tensor x) { return ls[1](ls[0](x)); }
};

struct FN_PairBad : nn::Module {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 'p' is not registered with 'FN_PairBad'
  std::pair<nn::Linear, nn::Linear> p{nn::Linear(3, 3), nn::Linear(3, 3)};
  FN_PairBad() { register_module("a", p.first); }
  Tensor forward(Tensor x) { return p.second(p.first(x)); }
};
