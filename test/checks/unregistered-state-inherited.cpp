// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --output-format concise --select device-unregistered-state,device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// What a method of a base makes while the object is made is made by the constructor that calls it, whatever it is called
// by: each layer is named, and where all are called nothing is said of the first.
#include <memory>
#include <torch/torch.h>

namespace nn = torch::nn;
using torch::Tensor;

struct Base : nn::Module {
  nn::Linear fc{nullptr};
  void build() { fc = nn::Linear(3, 3); }
  // CHECK: :[[#@LINE-1]]:23: warning: 'fc' is not registered with 'CallsBad'
};

struct CallsBad : Base {
  CallsBad() { build(); }
  Tensor forward(Tensor x) { return fc(x); }
};

struct OtherBase : nn::Module {
  nn::Linear fc{nullptr};
  void build() { fc = nn::Linear(3, 3); }
  // CHECK: :[[#@LINE-1]]:23: warning: 'fc' is not registered with 'NamesBad'
};

struct NamesBad : OtherBase {
  nn::Linear out{nullptr};
  NamesBad() {
    this->OtherBase::build();
    out = nn::Linear(3, 3);
    // CHECK: :[[#@LINE-1]]:11: warning: 'out' is not registered with 'NamesBad'
  }
  Tensor forward(Tensor x) { return out(fc(x)); }
};

// Nobody knows when that is called.
struct LaterGood : Base {
  Tensor forward(Tensor x) { return fc(x); }
};

struct RegisteringBase : nn::Module {
  nn::Linear fc{nullptr};
  virtual void reset() { fc = register_module("fc", nn::Linear(3, 3)); }
};

struct CallsGood : RegisteringBase {
  CallsGood() { reset(); }
  Tensor forward(Tensor x) { return fc(x); }
};

struct NamesGood : RegisteringBase {
  nn::Linear out{nullptr};
  NamesGood() { NamesGood::reset(); }
  void reset() override {
    RegisteringBase::reset();
    out = register_module("out", nn::Linear(3, 3));
  }
  Tensor forward(Tensor x) { return out(fc(x)); }
};

void run_bases() {
  auto x = torch::ones({3}, torch::kCUDA);
  CallsBad a;
  a.to(torch::kCUDA);
  a.forward(x);
  NamesBad b;
  b.to(torch::kCUDA);
  b.forward(x);
  NamesGood c;
  c.to(torch::kCUDA);
  c.forward(x);
}

// An instance of a class template has its members as the template writes them, whoever makes it.
template <class T> struct PlainBad : nn::Module {
  nn::Linear fc{3, 3};
  // CHECK: :[[#@LINE-1]]:16: warning: 'fc' is not registered with 'PlainBad'
  Tensor forward(Tensor x) { return fc(x); }
};

template <class T> struct NullGood : nn::Module {
  nn::Linear fc{nullptr};
  NullGood() { fc = register_module("fc", nn::Linear(3, 3)); }
  Tensor forward(Tensor x) { return fc(x); }
};

template <class T> struct MemberGood : nn::Module {
  nn::Linear fc = register_module("fc", nn::Linear(3, 3));
  Tensor forward(Tensor x) { return fc(x); }
};

void run_templates() {
  auto x = torch::ones({3}, torch::kCUDA);
  auto bad = std::make_shared<PlainBad<int>>();
  bad->to(torch::kCUDA);
  bad->forward(x);
  auto good = std::make_shared<NullGood<int>>();
  good->to(torch::kCUDA);
  good->forward(x);
  auto other = std::make_shared<MemberGood<int>>();
  other->to(torch::kCUDA);
  other->forward(x);
}

// What meets the result of an unregistered layer is spoken of beside that one.
struct ChainBad : nn::Module {
  nn::Sequential first;
  nn::Linear second;
  ChainBad() : first(nn::Linear(3, 3)), second(3, 3) {}
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: 'first' is not registered with 'ChainBad'
  // CHECK: :[[#@LINE-2]]:{{[0-9]+}}: warning: 'second' is not registered with 'ChainBad'
  Tensor forward(Tensor x) {
    x = first->forward(x);
    return second(x);
  }
};

struct ChainGood : nn::Module {
  nn::Sequential first;
  nn::Linear second;
  ChainGood() : first(nn::Linear(3, 3)), second(3, 3) {
    register_module("first", first);
    register_module("second", second);
  }
  Tensor forward(Tensor x) {
    x = first->forward(x);
    return second(x);
  }
};

void run_chains() {
  auto x = torch::ones({3}, torch::kCUDA);
  ChainBad bad;
  bad.to(torch::kCUDA);
  bad.forward(x);
  ChainGood good;
  good.to(torch::kCUDA);
  good.forward(x);
}

// A base that is a template of what derives from it runs that one's method.
template <class Derived> struct Crtp : nn::Cloneable<Derived> {
  void reset() override { self().build(); }
  Derived &self() { return static_cast<Derived &>(*this); }
};

struct CrtpGood : Crtp<CrtpGood> {
  nn::Linear fc{nullptr};
  CrtpGood() { this->reset(); }
  void build() { fc = register_module("fc", nn::Linear(3, 3)); }
  Tensor forward(Tensor x) { return fc(x); }
};

void run_crtp() {
  CrtpGood good;
  good.to(torch::kCUDA);
  good.forward(torch::ones({3}, torch::kCUDA));
}
