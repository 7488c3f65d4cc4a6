// State that a module keeps and does not register.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unregistered-state %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

#include <vector>

namespace nn = torch::nn;

struct ScaledBadImpl : nn::Module {
  ScaledBadImpl() {
    scale = torch::ones({4});
    // CHECK: :[[@LINE-1]]:13: warning: 'scale' is not registered with 'ScaledBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+2]]:53: note: 'scale' used with 'x' here
  }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
  torch::Tensor scale;
};

struct ScaledOkImpl : nn::Module {
  ScaledOkImpl() { scale = register_parameter("scale", torch::ones({4})); }
  torch::Tensor forward(torch::Tensor x) { return x * scale; }
  torch::Tensor scale;
};

struct InListBadImpl : nn::Module {
  InListBadImpl() : inner(register_module("inner", nn::Linear(4, 4))), table(torch::zeros({4})) {}
  // CHECK: :[[@LINE-1]]:78: warning: 'table' is not registered with 'InListBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
  // CHECK: :[[@LINE+1]]:60: note: 'table' used with 'inner(x)' here
  torch::Tensor forward(torch::Tensor x) { return inner(x) + table; }
  nn::Linear inner;
  torch::Tensor table;
};

struct InListOkImpl : nn::Module {
  InListOkImpl()
      : inner(register_module("inner", nn::Linear(4, 4))), table(register_buffer("table", torch::zeros({4}))) {}
  torch::Tensor forward(torch::Tensor x) { return inner(x) + table; }
  nn::Linear inner;
  torch::Tensor table;
};

struct SubmoduleBadImpl : nn::Module {
  SubmoduleBadImpl() {
    inner = nn::Linear(4, 4);
    // CHECK: :[[@LINE-1]]:13: warning: 'inner' is not registered with 'SubmoduleBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+2]]:51: note: 'inner' used with 'x' here
  }
  torch::Tensor forward(torch::Tensor x) { return inner(x); }
  nn::Linear inner{nullptr};
};

struct SubmoduleOkImpl : nn::Module {
  SubmoduleOkImpl() { inner = register_module("inner", nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return inner(x); }
  nn::Linear inner{nullptr};
};

// The constructor is the compiler's.
struct DefaultInitializerBadImpl : nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + mean; }
  torch::Tensor mean = torch::zeros({4});
  // CHECK: :[[@LINE-1]]:24: warning: 'mean' is not registered with 'DefaultInitializerBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
  // CHECK: :[[@LINE-3]]:53: note: 'mean' used with 'x' here
};

struct DefaultInitializerOkImpl : nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x + mean; }
  torch::Tensor mean = register_buffer("mean", torch::zeros({4}));
};

struct VectorBadImpl : nn::Module {
  explicit VectorBadImpl(int64_t depth) {
    for (int64_t i = 0; i < depth; ++i)
      layers.push_back(nn::Linear(4, 4));
      // CHECK: :[[@LINE-1]]:24: warning: 'layers' is not registered with 'VectorBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
      // CHECK: :[[@LINE+4]]:11: note: 'layers' used with 'x' here
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &layer : layers)
      x = layer(x);
    return x;
  }
  std::vector<nn::Linear> layers;
};

struct VectorOkImpl : nn::Module {
  explicit VectorOkImpl(int64_t depth) {
    for (int64_t i = 0; i < depth; ++i)
      layers.push_back(register_module("layer" + std::to_string(i), nn::Linear(4, 4)));
  }
  torch::Tensor forward(torch::Tensor x) {
    for (auto &layer : layers)
      x = layer(x);
    return x;
  }
  std::vector<nn::Linear> layers;
};

struct KernelsBadImpl : nn::Module {
  explicit KernelsBadImpl(int64_t levels) {
    for (int64_t i = 0; i < levels; ++i)
      kernels.push_back(torch::ones({4, 4}) / 16);
      // CHECK: :[[@LINE-1]]:25: warning: 'kernels' is not registered with 'KernelsBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
      // CHECK: :[[@LINE+2]]:66: note: 'kernels' used with 'x' here
  }
  torch::Tensor forward(torch::Tensor x, int64_t level) { return torch::matmul(x, kernels[level]); }
  std::vector<torch::Tensor> kernels;
};

struct KernelsOkImpl : nn::Module {
  explicit KernelsOkImpl(int64_t levels) {
    for (int64_t i = 0; i < levels; ++i)
      kernels.push_back(register_buffer("kernel" + std::to_string(i), torch::ones({4, 4}) / 16));
  }
  torch::Tensor forward(torch::Tensor x, int64_t level) { return torch::matmul(x, kernels[level]); }
  std::vector<torch::Tensor> kernels;
};

struct ResetBadImpl : nn::Cloneable<ResetBadImpl> {
  ResetBadImpl() { reset(); }
  void reset() override {
    mask = torch::ones({4, 4}).tril();
    // CHECK: :[[@LINE-1]]:12: warning: 'mask' is not registered with 'ResetBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+2]]:53: note: 'mask' used with 'x' here
  }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(mask); }
  torch::Tensor mask;
};

struct ResetOkImpl : nn::Cloneable<ResetOkImpl> {
  ResetOkImpl() { reset(); }
  void reset() override { mask = register_buffer("mask", torch::ones({4, 4}).tril()); }
  torch::Tensor forward(torch::Tensor x) { return x.matmul(mask); }
  torch::Tensor mask;
};

// Moved where it is used.
struct MovedAtUseOkImpl : nn::Module {
  MovedAtUseOkImpl() { mask = torch::ones({4}); }
  torch::Tensor forward(torch::Tensor x) { return x * mask.to(x.device()); }
  torch::Tensor mask;
};

// Never meets anything that is moved.
struct OnlyShapeOkImpl : nn::Module {
  OnlyShapeOkImpl() { reference = torch::ones({4}); }
  torch::Tensor forward(torch::Tensor x) { return x.expand_as(reference); }
  torch::Tensor reference;
};

// A number.
struct NumberOkImpl : nn::Module {
  NumberOkImpl() { factor = torch::tensor(2.0); }
  torch::Tensor forward(torch::Tensor x) { return x * factor; }
  torch::Tensor factor;
};

// Put on the device of the input when it is first seen.
struct LazyOkImpl : nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    if (!cache.defined())
      cache = torch::zeros({4}, x.options());
    return x + cache;
  }
  torch::Tensor cache;
};

// Overrides to().
struct OverridesOkImpl : nn::Module {
  OverridesOkImpl() { table = torch::ones({4}); }
  void to(torch::Device device, bool non_blocking = false) override {
    nn::Module::to(device, non_blocking);
    table = table.to(device);
  }
  torch::Tensor forward(torch::Tensor x) { return x + table; }
  torch::Tensor table;
};

// Not a module: nothing moves its members.
struct Table {
  Table() { values = torch::ones({4}); }
  torch::Tensor shifted_ok(torch::Tensor x) const { return x + values; }
  torch::Tensor values;
};

// The store is the place to repair, wherever the state was made.
static torch::Tensor table() {
  auto steps = torch::arange(16);
  return steps.unsqueeze(1).to(torch::kFloat);
}

struct FromHelperBadImpl : nn::Module {
  FromHelperBadImpl() { positions = table(); }
  // CHECK: :[[@LINE-1]]:37: warning: 'positions' is not registered with 'FromHelperBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
  // CHECK: :[[@LINE+2]]:53: note: 'positions' used with 'x' here
  // CHECK: :[[@LINE-8]]:16: note: 'steps' created on cpu here, the default device
  torch::Tensor forward(torch::Tensor x) { return x + positions; }
  torch::Tensor positions;
};

struct FromHelperOkImpl : nn::Module {
  FromHelperOkImpl() { positions = register_buffer("positions", table()); }
  torch::Tensor forward(torch::Tensor x) { return x + positions; }
  torch::Tensor positions;
};

// One constructor registers, the other replaces what is registered.
struct TwoConstructorsBadImpl : nn::Module {
  TwoConstructorsBadImpl() { inner = register_module("inner", nn::Linear(4, 4)); }
  explicit TwoConstructorsBadImpl(int64_t width) {
    inner = nn::Linear(width, width);
    // CHECK: :[[@LINE-1]]:13: warning: 'inner' is not registered with 'TwoConstructorsBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+2]]:51: note: 'inner' used with 'x' here
  }
  torch::Tensor forward(torch::Tensor x) { return inner(x); }
  nn::Linear inner{nullptr};
};

struct TwoConstructorsOkImpl : nn::Module {
  TwoConstructorsOkImpl() { inner = register_module("inner", nn::Linear(4, 4)); }
  explicit TwoConstructorsOkImpl(int64_t width) { inner = register_module("inner", nn::Linear(width, width)); }
  torch::Tensor forward(torch::Tensor x) { return inner(x); }
  nn::Linear inner{nullptr};
};

// A container of modules that is registered registers what it gets.
struct UpdatedContainerBadImpl : nn::Module {
  UpdatedContainerBadImpl() {
    nn::Linear first(4, 4);
    second = nn::Linear(4, 4);
    // CHECK: :[[@LINE-1]]:14: warning: 'second' is not registered with 'UpdatedContainerBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+4]]:51: note: 'second' used with 'x' here
    layers = register_module("layers", nn::ModuleDict());
    layers->update({{"first", first.ptr()}});
  }
  torch::Tensor forward(torch::Tensor x) { return second(x); }
  nn::ModuleDict layers;
  nn::Linear second{nullptr};
};

struct UpdatedContainerOkImpl : nn::Module {
  UpdatedContainerOkImpl() {
    nn::Linear first(4, 4);
    second = nn::Linear(4, 4);
    layers = register_module("layers", nn::ModuleDict());
    layers->update({{"first", first.ptr()}, {"second", second.ptr()}});
  }
  torch::Tensor forward(torch::Tensor x) { return second(x); }
  nn::ModuleDict layers;
  nn::Linear second{nullptr};
};

// A part of another tensor, which is registered as the member holds it.
struct PartOfTensorBadImpl : nn::Module {
  explicit PartOfTensorBadImpl(int64_t n) {
    auto all = torch::randperm(n);
    chosen = all.index({torch::indexing::Slice(0, 3)});
    // CHECK: :[[@LINE-1]]:14: warning: 'chosen' is not registered with 'PartOfTensorBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+4]]:{{[0-9]+}}: note: 'chosen' used with 'x' here
    // CHECK: :[[@LINE-4]]:16: note: 'all' created on cpu here, the default device
    register_buffer("all", all);
  }
  torch::Tensor forward(torch::Tensor x) { return torch::index_select(x, 1, chosen); }
  torch::Tensor chosen;
};

struct PartOfTensorOkImpl : nn::Module {
  explicit PartOfTensorOkImpl(int64_t n) {
    auto all = torch::randperm(n);
    chosen = all.index({torch::indexing::Slice(0, 3)});
    register_buffer("chosen", chosen);
  }
  torch::Tensor forward(torch::Tensor x) { return torch::index_select(x, 1, chosen); }
  torch::Tensor chosen;
};
