// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// Modules that a container, an array, a pair or an optional makes by itself are as little registered as others by value.
#include <array>
#include <optional>
#include <torch/torch.h>
#include <utility>
#include <vector>

struct Inner : torch::nn::Module {
  torch::nn::Linear l{nullptr};
  Inner(int n = 4) { l = register_module("l", torch::nn::Linear(4, n)); }
  torch::Tensor forward(torch::Tensor x) { return l(x); }
};

struct Emplaced : torch::nn::Module {
  std::vector<Inner> v;
  Emplaced() { v.emplace_back(); }
  // CHECK: :[[#@LINE-1]]:18: warning: 'v' is not registered with 'Emplaced'
  torch::Tensor forward(torch::Tensor x) { return v[0].forward(x); }
};

struct EmplacedOf : torch::nn::Module {
  std::vector<Inner> v;
  EmplacedOf() { v.emplace_back(4); }
  // CHECK: :[[#@LINE-1]]:20: warning: 'v' is not registered with 'EmplacedOf'
  torch::Tensor forward(torch::Tensor x) { return v[0].forward(x); }
};

struct Resized : torch::nn::Module {
  std::vector<Inner> v;
  Resized() { v.resize(2); }
  // CHECK: :[[#@LINE-1]]:17: warning: 'v' is not registered with 'Resized'
  torch::Tensor forward(torch::Tensor x) { return v[0].forward(x); }
};

struct Optional : torch::nn::Module {
  std::optional<Inner> o;
  Optional() { o.emplace(); }
  // CHECK: :[[#@LINE-1]]:18: warning: 'o' is not registered with 'Optional'
  torch::Tensor forward(torch::Tensor x) { return o->forward(x); }
};

struct OptionalOf : torch::nn::Module {
  std::optional<Inner> o;
  OptionalOf() { o.emplace(4); }
  // CHECK: :[[#@LINE-1]]:20: warning: 'o' is not registered with 'OptionalOf'
  torch::Tensor forward(torch::Tensor x) { return o->forward(x); }
};

struct Pair : torch::nn::Module {
  std::pair<Inner, int> p;
  // CHECK: :[[#@LINE-1]]:25: warning: 'p' is not registered with 'Pair'
  torch::Tensor forward(torch::Tensor x) { return p.first.forward(x); }
};

struct Array : torch::nn::Module {
  Inner i[2];
  // CHECK: :[[#@LINE-1]]:9: warning: 'i' is not registered with 'Array'
  torch::Tensor forward(torch::Tensor x) { return i[1].forward(x); }
};

struct StdArray : torch::nn::Module {
  std::array<Inner, 2> i;
  // CHECK: :[[#@LINE-1]]:24: warning: 'i' is not registered with 'StdArray'
  torch::Tensor forward(torch::Tensor x) { return i[1].forward(x); }
};

// The place is the name of each.
struct Beside : torch::nn::Module {
  Inner a, i[2];
  // CHECK: :[[#@LINE-1]]:9: warning: 'a' is not registered with 'Beside'
  // CHECK: :[[#@LINE-2]]:12: warning: 'i' is not registered with 'Beside'
  torch::Tensor forward(torch::Tensor x) { return i[1].forward(a.forward(x)); }
};

// All are named.
struct All : torch::nn::Module {
  std::vector<Inner> v;
  Inner a;
  // CHECK: :[[#@LINE-1]]:9: warning: 'a' is not registered with 'All'
  All() { v.emplace_back(); }
  // CHECK: :[[#@LINE-1]]:13: warning: 'v' is not registered with 'All'
  torch::Tensor forward(torch::Tensor x) { return v[0].forward(a.forward(x)); }
};

// What the class moves itself is no concern of registration, whatever makes it.
struct Moved : torch::nn::Module {
  std::vector<Inner> v;
  std::optional<Inner> o;
  std::pair<Inner, int> p;
  Inner i[2];
  Moved() {
    v.emplace_back();
    o.emplace();
  }
  void to(torch::Device d, bool blocking = false) override {
    torch::nn::Module::to(d, blocking);
    for (Inner &each : v)
      each.to(d);
    o->to(d);
    p.first.to(d);
    for (Inner &each : i)
      each.to(d);
  }
  torch::Tensor forward(torch::Tensor x) {
    return p.first.forward(o->forward(v[0].forward(i[1].forward(x))));
  }
};

// A number of numbers is none of modules.
struct Numbers : torch::nn::Module {
  std::vector<int> v;
  std::pair<int, int> p;
  Numbers() { v.resize(2); }
  torch::Tensor forward(torch::Tensor x) { return x * v[0] + p.first; }
};

// None is made.
struct Empty : torch::nn::Module {
  std::vector<Inner> v;
  Empty() { v.resize(0); }
  torch::Tensor forward(torch::Tensor x) {
    for (Inner &each : v)
      x = each.forward(x);
    return x;
  }
};

// Each one has a place of its own.
torch::Tensor two_good() {
  std::vector<Inner> v;
  v.resize(2);
  v[1].to(torch::kCUDA);
  return v[0].forward(torch::ones({3}));
}

torch::Tensor two_of_array_good() {
  std::array<Inner, 2> i;
  i[0].to(torch::kCUDA);
  return i[1].forward(torch::ones({3}));
}

torch::Tensor two_of_array_bad() {
  std::array<Inner, 2> i;
  i[0].to(torch::kCUDA);
  // CHECK: :[[#@LINE+1]]:15: warning: operands of 'Linear' are on different devices
  return i[0].forward(torch::ones({3}));
}

struct HeldImpl : torch::nn::Module {
  torch::nn::Linear l{nullptr};
  HeldImpl() { l = register_module("l", torch::nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return l(x); }
};
TORCH_MODULE(Held);

struct HoldsBad : torch::nn::Module {
  Held h;
  // CHECK: :[[#@LINE-1]]:8: warning: 'h' is not registered with 'HoldsBad'
  torch::Tensor forward(torch::Tensor x) { return h(x); }
};

struct HoldsGood : torch::nn::Module {
  Held h;
  HoldsGood() { register_module("h", h); }
  torch::Tensor forward(torch::Tensor x) { return h(x); }
};

struct LayersBad : torch::nn::Module {
  std::vector<torch::nn::Linear> hs;
  LayersBad() { hs.emplace_back(4, 4); }
  // CHECK: :[[#@LINE-1]]:20: warning: 'hs' is not registered with 'LayersBad'
  torch::Tensor forward(torch::Tensor x) { return hs[0](x); }
};

struct LayersGood : torch::nn::Module {
  std::vector<torch::nn::Linear> hs;
  LayersGood() { hs.emplace_back(register_module("h", torch::nn::Linear(4, 4))); }
  torch::Tensor forward(torch::Tensor x) { return hs[0](x); }
};
