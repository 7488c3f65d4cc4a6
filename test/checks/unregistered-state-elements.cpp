// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// Who registers an element of a container that nobody knows, in a loop by index or by iterator, registers each of them.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <torch/torch.h>
#include <utility>
#include <vector>

namespace nn = torch::nn;
using torch::Tensor;

struct IndexGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  IndexGood() {
    for (size_t i = 0; i < v.size(); ++i)
      register_module("v" + std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct IndexBad : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  // CHECK: :[[#@LINE-1]]:29: warning: 'v' is not registered with 'IndexBad'
  IndexBad() {
    for (size_t i = 0; i < v.size(); ++i)
      v[i]->eval();
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct OneBad : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  // CHECK: :[[#@LINE-1]]:47: warning: 'v[1]' is not registered with 'OneBad'
  OneBad() { register_module("v", v[0]); }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct PushedGood : nn::Module {
  std::vector<nn::Linear> v;
  PushedGood() {
    v.push_back(nn::Linear(3, 3));
    v.push_back(nn::Linear(3, 3));
    for (size_t i = 0; i < v.size(); ++i)
      register_module("v" + std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) {
    for (auto &l : v)
      x = l(x);
    return x;
  }
};

struct IteratorGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  IteratorGood() {
    int i = 0;
    for (auto it = v.begin(); it != v.end(); ++it)
      register_module(std::to_string(i++), *it);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct ForEachGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  ForEachGood() {
    std::for_each(v.begin(), v.end(), [&, i = 0](auto &l) mutable { register_module(std::to_string(i++), l); });
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct ForEachBad : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  // CHECK: :[[#@LINE-1]]:29: warning: 'v' is not registered with 'ForEachBad'
  ForEachBad() {
    std::for_each(v.begin(), v.end(), [](auto &l) { l->eval(); });
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct ArrayGood : nn::Module {
  std::array<nn::Linear, 2> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  nn::Linear w[2]{nn::Linear(3, 3), nn::Linear(3, 3)};
  ArrayGood() {
    for (int i = 0; i < 2; ++i) {
      register_module("v" + std::to_string(i), v[i]);
      register_module("w" + std::to_string(i), w[i]);
    }
  }
  Tensor forward(Tensor x) { return w[1](v[1](w[0](v[0](x)))); }
};

struct PairsGood : nn::Module {
  nn::Linear a{3, 3}, b{3, 3};
  PairsGood() {
    for (auto &p : {std::pair<std::string, nn::Linear>{"a", a}, {"b", b}})
      register_module(p.first, p.second);
  }
  Tensor forward(Tensor x) { return b(a(x)); }
};

// Of a pair, the one that is registered.
struct PairsBad : nn::Module {
  nn::Linear a{3, 3}, b{3, 3};
  // CHECK: :[[#@LINE-1]]:24: warning: 'b' is not registered with 'PairsBad'
  PairsBad() {
    for (auto &p : {std::pair<nn::Linear, nn::Linear>{a, b}})
      register_module("a", p.first);
  }
  Tensor forward(Tensor x) { return b(a(x)); }
};

struct EntriesGood : nn::Module {
  std::map<std::string, nn::Linear> m{{"a", nn::Linear(3, 3)}, {"b", nn::Linear(3, 3)}};
  EntriesGood() {
    for (auto &[name, layer] : m)
      register_module(name, layer);
  }
  Tensor forward(Tensor x) { return m.at("b")(m.at("a")(x)); }
};

struct EntriesBad : nn::Module {
  std::map<std::string, nn::Linear> m{{"a", nn::Linear(3, 3)}, {"b", nn::Linear(3, 3)}};
  // CHECK: :[[#@LINE-1]]:45: warning: 'm' is not registered with 'EntriesBad'
  EntriesBad() {
    for (auto &[name, layer] : m)
      layer->eval();
  }
  Tensor forward(Tensor x) { return m.at("b")(m.at("a")(x)); }
};

struct EntryIteratorGood : nn::Module {
  std::map<std::string, nn::Linear> m{{"a", nn::Linear(3, 3)}, {"b", nn::Linear(3, 3)}};
  EntryIteratorGood() {
    for (auto it = m.begin(); it != m.end(); ++it)
      register_module(it->first, it->second);
  }
  Tensor forward(Tensor x) { return m.at("b")(m.at("a")(x)); }
};

// A function that is given all of them.
void add_all(nn::Module &to, std::vector<nn::Linear> &layers) {
  for (size_t i = 0; i < layers.size(); ++i)
    to.register_module(std::to_string(i), layers[i]);
}

struct HelperGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  HelperGood() { add_all(*this, v); }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

struct MethodGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  MethodGood() { add(); }
  void add() {
    for (size_t i = 0; i < v.size(); ++i)
      register_module(std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

// One after the other, a part that is given.
void add_one(nn::Module &to, const std::string &name, nn::Linear &layer) { to.register_module(name, layer); }

struct EachGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  EachGood() {
    for (size_t i = 0; i < v.size(); ++i)
      add_one(*this, std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

// The last one is not all of them.
struct LastBad : nn::Module {
  std::vector<nn::Linear> v;
  LastBad() {
    v.push_back(nn::Linear(3, 3));
    // CHECK: :[[#@LINE-1]]:17: warning: 'v' is not registered with 'LastBad'
    v.push_back(nn::Linear(3, 3));
    register_module("l", v.back());
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

// Lists in lists, and what pairs hold.
struct NestedGood : nn::Module {
  std::vector<std::vector<nn::Linear>> v{{nn::Linear(3, 3)}, {nn::Linear(3, 3)}};
  NestedGood() {
    for (size_t i = 0; i < v.size(); ++i)
      for (size_t j = 0; j < v[i].size(); ++j)
        register_module(std::to_string(i) + std::to_string(j), v[i][j]);
  }
  Tensor forward(Tensor x) { return v[1][0](v[0][0](x)); }
};

struct NestedBad : nn::Module {
  std::vector<std::vector<nn::Linear>> v{{nn::Linear(3, 3)}, {nn::Linear(3, 3)}};
  // CHECK: :[[#@LINE-1]]:43: warning: 'v' is not registered with 'NestedBad'
  NestedBad() {
    for (size_t i = 0; i < v.size(); ++i)
      for (size_t j = 0; j < v[i].size(); ++j)
        v[i][j]->eval();
  }
  Tensor forward(Tensor x) { return v[1][0](v[0][0](x)); }
};

struct NamedGood : nn::Module {
  std::vector<std::pair<std::string, nn::Linear>> v{{"a", nn::Linear(3, 3)}, {"b", nn::Linear(3, 3)}};
  NamedGood() {
    for (size_t i = 0; i < v.size(); ++i)
      register_module(v[i].first, v[i].second);
  }
  Tensor forward(Tensor x) { return v[1].second(v[0].second(x)); }
};

// A list of modules that is registered has them.
struct HeldGood : nn::Module {
  std::vector<nn::Linear> v{nn::Linear(3, 3), nn::Linear(3, 3)};
  nn::ModuleList list;
  HeldGood() {
    for (size_t i = 0; i < v.size(); ++i)
      list->push_back(v[i]);
    register_module("list", list);
  }
  Tensor forward(Tensor x) { return v[1](v[0](x)); }
};

// Tensors move in place.
struct TensorsGood : nn::Module {
  std::vector<Tensor> v{torch::ones({3}), torch::ones({3})};
  TensorsGood() {
    for (size_t i = 0; i < v.size(); ++i)
      register_buffer(std::to_string(i), v[i]);
  }
  Tensor forward(Tensor x) { return x + v[0] + v[1]; }
};

struct TensorsBad : nn::Module {
  std::vector<Tensor> v{torch::ones({3}), torch::ones({3})};
  // CHECK: :[[#@LINE-1]]:25: warning: 'v' is not registered with 'TensorsBad'
  TensorsBad() {
    for (size_t i = 0; i < v.size(); ++i)
      v[i].zero_();
  }
  Tensor forward(Tensor x) { return x + v[0] + v[1]; }
};
