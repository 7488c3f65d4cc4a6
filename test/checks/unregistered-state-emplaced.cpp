// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// What an optional, a variant, a list or a dictionary makes of arguments is as little registered as what it is given.
#include <any>
#include <map>
#include <optional>
#include <torch/torch.h>
#include <variant>
#include <vector>

namespace nn = torch::nn;
using torch::Tensor;

struct OptionalBad : nn::Module {
  std::optional<nn::Linear> o;
  OptionalBad() { o.emplace(3, 3); }
  // CHECK: :[[#@LINE-1]]:21: warning: 'o' is not registered with 'OptionalBad'
  Tensor forward(Tensor x) { return (*o)(x); }
};

struct OptionalGood : nn::Module {
  std::optional<nn::Linear> o;
  OptionalGood() { register_module("o", o.emplace(3, 3)); }
  Tensor forward(Tensor x) { return (*o)(x); }
};

struct InPlaceBad : nn::Module {
  std::optional<nn::Linear> o{std::in_place, 3, 3};
  // CHECK: :[[#@LINE-1]]:30: warning: 'o' is not registered with 'InPlaceBad'
  Tensor forward(Tensor x) { return (*o)(x); }
};

struct InPlaceGood : nn::Module {
  std::optional<nn::Linear> o{std::in_place, 3, 3};
  InPlaceGood() { register_module("o", *o); }
  Tensor forward(Tensor x) { return (*o)(x); }
};

struct MakeBad : nn::Module {
  std::optional<nn::Linear> o = std::make_optional<nn::Linear>(3, 3);
  // CHECK: :[[#@LINE-1]]:33: warning: 'o' is not registered with 'MakeBad'
  Tensor forward(Tensor x) { return (*o)(x); }
};

struct MakeGood : nn::Module {
  std::optional<nn::Linear> o = std::make_optional<nn::Linear>(3, 3);
  MakeGood() { register_module("o", o.value()); }
  Tensor forward(Tensor x) { return (*o)(x); }
};

struct VariantBad : nn::Module {
  std::variant<nn::Linear, nn::Conv2d> v = nn::Linear(3, 3);
  // CHECK: :[[#@LINE-1]]:44: warning: 'v' is not registered with 'VariantBad'
  Tensor forward(Tensor x) { return std::get<nn::Linear>(v)(x); }
};

struct VariantGood : nn::Module {
  std::variant<nn::Linear, nn::Conv2d> v = nn::Linear(3, 3);
  VariantGood() { register_module("v", std::get<nn::Linear>(v)); }
  Tensor forward(Tensor x) { return std::get<nn::Linear>(v)(x); }
};

struct VisitBad : nn::Module {
  std::variant<int, nn::Linear> v;
  VisitBad() { v.emplace<nn::Linear>(3, 3); }
  // CHECK: :[[#@LINE-1]]:18: warning: 'v' is not registered with 'VisitBad'
  Tensor forward(Tensor x) {
    if (auto *l = std::get_if<nn::Linear>(&v))
      return (*l)(x);
    return x;
  }
};

struct VisitGood : nn::Module {
  std::variant<int, nn::Linear> v;
  VisitGood() { register_module("v", v.emplace<nn::Linear>(3, 3)); }
  Tensor forward(Tensor x) {
    if (auto *l = std::get_if<nn::Linear>(&v))
      return (*l)(x);
    return x;
  }
};

struct TypeBad : nn::Module {
  std::variant<int, nn::Linear> v{std::in_place_type<nn::Linear>, 3, 3};
  // CHECK: :[[#@LINE-1]]:34: warning: 'v' is not registered with 'TypeBad'
  Tensor forward(Tensor x) { return std::holds_alternative<int>(v) ? x : std::get<1>(v)(x); }
};

struct TypeGood : nn::Module {
  std::variant<int, nn::Linear> v{std::in_place_type<nn::Linear>, 3, 3};
  TypeGood() { register_module("v", std::get<1>(v)); }
  Tensor forward(Tensor x) { return std::holds_alternative<int>(v) ? x : std::get<1>(v)(x); }
};

struct AnyBad : nn::Module {
  std::any a = nn::Linear(3, 3);
  // CHECK: :[[#@LINE-1]]:16: warning: 'a' is not registered with 'AnyBad'
  Tensor forward(Tensor x) { return std::any_cast<nn::Linear &>(a)(x); }
};

struct AnyGood : nn::Module {
  std::any a = nn::Linear(3, 3);
  AnyGood() { register_module("a", std::any_cast<nn::Linear>(a)); }
  Tensor forward(Tensor x) { return std::any_cast<nn::Linear &>(a)(x); }
};

struct FirstImpl : nn::Module {
  nn::Linear l{nullptr};
  FirstImpl() { l = register_module("l", nn::Linear(3, 3)); }
  Tensor forward(Tensor x) { return l(x); }
};
TORCH_MODULE(First);

// A variant begins with the first of its types.
struct FirstBad : nn::Module {
  std::variant<First, int> v;
  // CHECK: :[[#@LINE-1]]:28: warning: 'v' is not registered with 'FirstBad'
  Tensor forward(Tensor x) { return std::get<0>(v)(x); }
};

struct FirstGood : nn::Module {
  std::variant<First, int> v;
  FirstGood() { register_module("v", std::get<0>(v)); }
  Tensor forward(Tensor x) { return std::get<0>(v)(x); }
};

struct SecondGood : nn::Module {
  std::variant<int, First> v;
  Tensor forward(Tensor x) { return x * std::get<0>(v); }
};

struct BackBad : nn::Module {
  std::vector<nn::Linear> v;
  BackBad() { v.emplace_back(3, 3)->eval(); }
  // CHECK: :[[#@LINE-1]]:17: warning: 'v' is not registered with 'BackBad'
  Tensor forward(Tensor x) { return v[0](x); }
};

struct BackGood : nn::Module {
  std::vector<nn::Linear> v;
  BackGood() { register_module("v", v.emplace_back(3, 3)); }
  Tensor forward(Tensor x) { return v[0](x); }
};

struct GivenGood : nn::Module {
  std::vector<nn::Linear> v;
  GivenGood() { register_module("v", v.emplace_back(nn::Linear(3, 3))); }
  Tensor forward(Tensor x) { return v[0](x); }
};

struct SomewhereBad : nn::Module {
  std::vector<nn::Linear> v;
  SomewhereBad() { v.emplace(v.begin(), 3, 3); }
  // CHECK: :[[#@LINE-1]]:22: warning: 'v' is not registered with 'SomewhereBad'
  Tensor forward(Tensor x) { return v[0](x); }
};

struct SomewhereGood : nn::Module {
  std::vector<nn::Linear> v;
  SomewhereGood() { register_module("v", *v.emplace(v.begin(), 3, 3)); }
  Tensor forward(Tensor x) { return v[0](x); }
};

struct TryBad : nn::Module {
  std::map<std::string, nn::Linear> m;
  TryBad() { m.try_emplace("a", 3, 3); }
  // CHECK: :[[#@LINE-1]]:16: warning: 'm' is not registered with 'TryBad'
  Tensor forward(Tensor x) { return m.at("a")(x); }
};

struct TryGood : nn::Module {
  std::map<std::string, nn::Linear> m;
  TryGood() { register_module("a", m.try_emplace("a", 3, 3).first->second); }
  Tensor forward(Tensor x) { return m.at("a")(x); }
};

struct EntryBad : nn::Module {
  std::map<std::string, nn::Linear> m;
  EntryBad() { m.emplace("a", nn::LinearOptions(3, 3)); }
  // CHECK: :[[#@LINE-1]]:18: warning: 'm' is not registered with 'EntryBad'
  Tensor forward(Tensor x) { return m.at("a")(x); }
};

struct EntryGood : nn::Module {
  std::map<std::string, nn::Linear> m;
  EntryGood() {
    m.emplace("a", nn::LinearOptions(3, 3));
    for (auto &[name, layer] : m)
      register_module(name, layer);
  }
  Tensor forward(Tensor x) { return m.at("a")(x); }
};

struct PiecesBad : nn::Module {
  std::map<std::string, nn::Linear> m;
  PiecesBad() { m.emplace(std::piecewise_construct, std::forward_as_tuple("a"), std::forward_as_tuple(3, 3)); }
  // CHECK: :[[#@LINE-1]]:19: warning: 'm' is not registered with 'PiecesBad'
  Tensor forward(Tensor x) { return m.at("a")(x); }
};

struct PiecesGood : nn::Module {
  std::map<std::string, nn::Linear> m;
  PiecesGood() {
    m.emplace(std::piecewise_construct, std::forward_as_tuple("a"), std::forward_as_tuple(3, 3));
    for (auto it = m.begin(); it != m.end(); ++it)
      register_module(it->first, it->second);
  }
  Tensor forward(Tensor x) { return m.at("a")(x); }
};

struct HoldsBad : nn::Module {
  nn::AnyModule a{nn::Linear(3, 3)};
  // CHECK: :[[#@LINE-1]]:19: warning: 'a' is not registered with 'HoldsBad'
  Tensor forward(Tensor x) { return a.forward(x); }
};

struct HoldsGood : nn::Module {
  nn::AnyModule a{nn::Linear(3, 3)};
  HoldsGood() { register_module("a", a.ptr()); }
  Tensor forward(Tensor x) { return a.forward(x); }
};
