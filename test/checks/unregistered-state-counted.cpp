// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// A container that is made with a number of elements has them: they make themselves, or are copies of one. So has one
// that is given a number of them later.
#include <deque>
#include <optional>
#include <torch/torch.h>
#include <vector>

namespace nn = torch::nn;
using torch::Tensor;

struct EncImpl : nn::Module {
  nn::Linear l{nullptr};
  EncImpl() { l = register_module("l", nn::Linear(3, 3)); }
  Tensor forward(Tensor x) { return l(x); }
};
TORCH_MODULE(Enc);

struct NumberBad : nn::Module {
  std::vector<Enc> v;
  NumberBad(int n) : v(n) {}
  // CHECK: :[[#@LINE-1]]:22: warning: 'v' is not registered with 'NumberBad'
  Tensor forward(Tensor x) {
    for (auto &l : v)
      x = l(x);
    return x;
  }
};

struct NumberGood : nn::Module {
  std::vector<Enc> v;
  NumberGood(int n) : v(n) {
    for (auto &l : v)
      register_module("l" + std::to_string(children().size()), l);
  }
  Tensor forward(Tensor x) {
    for (auto &l : v)
      x = l(x);
    return x;
  }
};

struct ConstantBad : nn::Module {
  std::vector<Enc> v = std::vector<Enc>(2);
  // CHECK: :[[#@LINE-1]]:24: warning: 'v' is not registered with 'ConstantBad'
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct ConstantGood : nn::Module {
  std::vector<Enc> v = std::vector<Enc>(2);
  ConstantGood() {
    for (int i = 0; i < 2; ++i)
      register_module(std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct CopiesBad : nn::Module {
  std::vector<nn::Linear> v;
  nn::Linear a{3, 3};
  // CHECK: :[[#@LINE-1]]:15: warning: 'a' is not registered with 'CopiesBad'
  CopiesBad() : v(2, nn::Linear(3, 3)) {}
  // CHECK: :[[#@LINE-1]]:22: warning: 'v' is not registered with 'CopiesBad'
  Tensor forward(Tensor x) {
    for (auto &l : v)
      x = l(x);
    return a(x);
  }
};

// One module has both places.
struct CopiesGood : nn::Module {
  std::vector<nn::Linear> v;
  CopiesGood() : v(2, nn::Linear(3, 3)) { register_module("v", v[0]); }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct ResizedBad : nn::Module {
  std::vector<Enc> v;
  ResizedBad(int n) { v.resize(n); }
  // CHECK: :[[#@LINE-1]]:25: warning: 'v' is not registered with 'ResizedBad'
  Tensor forward(Tensor x) {
    for (auto &l : v)
      x = l(x);
    return x;
  }
};

struct NoneGood : nn::Module {
  std::vector<Enc> v = std::vector<Enc>(0);
  Tensor forward(Tensor x) {
    for (auto &l : v)
      x = l(x);
    return x;
  }
};

struct ResizedGood : nn::Module {
  std::vector<Enc> v;
  ResizedGood(int n) {
    v.resize(n);
    for (int i = 0; i < n; ++i)
      register_module(std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) {
    for (auto &l : v)
      x = l(x);
    return x;
  }
};

struct FilledBad : nn::Module {
  std::vector<nn::Linear> v;
  FilledBad() { v.resize(2, nn::Linear(3, 3)); }
  // CHECK: :[[#@LINE-1]]:29: warning: 'v' is not registered with 'FilledBad'
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct FilledGood : nn::Module {
  std::vector<nn::Linear> v;
  FilledGood() { v.resize(2, register_module("l", nn::Linear(3, 3))); }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct AssignedBad : nn::Module {
  std::vector<nn::Linear> v;
  AssignedBad() { v.assign(2, nn::Linear(3, 3)); }
  // CHECK: :[[#@LINE-1]]:31: warning: 'v' is not registered with 'AssignedBad'
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct AssignedGood : nn::Module {
  std::vector<nn::Linear> v;
  AssignedGood() { v.assign(2, register_module("l", nn::Linear(3, 3))); }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct ListBad : nn::Module {
  std::vector<nn::Linear> v;
  ListBad() { v.assign({nn::Linear(3, 3), nn::Linear(3, 3)}); }
  // CHECK: :[[#@LINE-1]]:25: warning: 'v' is not registered with 'ListBad'
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct ListGood : nn::Module {
  std::vector<nn::Linear> v;
  ListGood() {
    v.assign({nn::Linear(3, 3), nn::Linear(3, 3)});
    for (size_t i = 0; i < v.size(); ++i)
      register_module(std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

// What was there before is gone.
struct ReplacedGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3)};
  ReplacedGood() { v.assign({register_module("l", nn::Linear(3, 3))}); }
  Tensor forward(Tensor x) { return v[0](x); }
};

struct RangeBad : nn::Module {
  std::vector<nn::Linear> v;
  RangeBad() {
    std::vector<nn::Linear> made{nn::Linear(3, 3), nn::Linear(3, 3)};
    // CHECK: :[[#@LINE-1]]:34: warning: 'v' is not registered with 'RangeBad'
    v.assign(made.begin(), made.end());
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct RangeGood : nn::Module {
  std::vector<nn::Linear> v;
  RangeGood() {
    std::vector<nn::Linear> made{nn::Linear(3, 3), nn::Linear(3, 3)};
    v.assign(made.begin(), made.end());
    for (auto &l : made)
      register_module("l" + std::to_string(children().size()), l);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct Inner : nn::Module {
  nn::Linear l{nullptr};
  Inner(int n = 3) { l = register_module("l", nn::Linear(3, n)); }
  Tensor forward(Tensor x) { return l(x); }
};

struct ByValueBad : nn::Module {
  std::deque<Inner> v = std::deque<Inner>(2, Inner(3));
  // CHECK: :[[#@LINE-1]]:46: warning: 'v' is not registered with 'ByValueBad'
  Tensor forward(Tensor x) { return v[1].forward(v[0].forward(x)); }
};

// Each has a place of its own, however many there are.
Tensor several_good(int n) {
  std::vector<Enc> v(n);
  v[1]->to(torch::kCUDA);
  return v[0](torch::ones({3}));
}

Tensor many_good() {
  std::vector<Enc> v(12);
  v[11]->to(torch::kCUDA);
  return v[0](torch::ones({3}));
}

// One has all places.
Tensor copies_bad() {
  std::vector<nn::Linear> v(2, nn::Linear(3, 3));
  v[1]->to(torch::kCUDA);
  // CHECK: :[[#@LINE+1]]:10: warning: operands of 'Linear' are on different devices
  return v[0](torch::ones({3}));
}

// Holders that make a module, and lists that are filled later.
struct HoldersBad : nn::Module {
  nn::Sequential s[2];
  HoldersBad() {
    for (int i = 0; i < 2; ++i)
      s[i]->push_back(nn::Linear(3, 3));
    // CHECK: :[[#@LINE-1]]:23: warning: 's' is not registered with 'HoldersBad'
  }
  Tensor forward(Tensor x) { return s[1]->forward(s[0]->forward(x)); }
};

struct HoldersGood : nn::Module {
  nn::Sequential s[2];
  HoldersGood() {
    for (int i = 0; i < 2; ++i) {
      s[i]->push_back(nn::Linear(3, 3));
      register_module(std::to_string(i), s[i]);
    }
  }
  Tensor forward(Tensor x) { return s[1]->forward(s[0]->forward(x)); }
};

struct NestedBad : nn::Module {
  std::vector<std::vector<nn::Linear>> v;
  NestedBad() : v(2) {
    // CHECK: :[[#@LINE-1]]:17: warning: 'v' is not registered with 'NestedBad'
    for (int i = 0; i < 2; ++i)
      v[i].push_back(nn::Linear(3, 3));
  }
  Tensor forward(Tensor x) { return v[1][0](v[0][0](x)); }
};

struct NestedGood : nn::Module {
  std::vector<std::vector<nn::Linear>> v;
  NestedGood() : v(2) {
    for (int i = 0; i < 2; ++i)
      v[i].push_back(register_module(std::to_string(i), nn::Linear(3, 3)));
  }
  Tensor forward(Tensor x) { return v[1][0](v[0][0](x)); }
};

// Pointers to nothing are no modules.
struct NullGood : nn::Module {
  std::vector<nn::Linear> v = std::vector<nn::Linear>(2, nullptr);
  NullGood() {
    for (int i = 0; i < 2; ++i)
      v[i] = register_module(std::to_string(i), nn::Linear(3, 3));
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};
