// The device of a module against that of its input.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

namespace nn = torch::nn;

torch::Tensor linear_bad() {
  nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  auto input = torch::randn({8, 4});
  return model(input);
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'model' on cuda, 'input' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:10: note: 'model' moved to cuda here
  // CHECK: :[[@LINE-4]]:16: note: 'input' created on cpu here, the default device
}

torch::Tensor linear_ok() {
  nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  auto input = torch::randn({8, 4}, torch::kCUDA);
  return model(input);
}

torch::Tensor linear_forward_bad() {
  torch::Device device(torch::cuda::is_available() ? "cuda" : "cpu");
  nn::Linear model(4, 2);
  auto input = torch::randn({8, 4}, device);
  return model->forward(input);
  // CHECK: :[[@LINE-1]]:17: warning: operands of 'Linear' may be on different devices: 'model' on cpu, 'input' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:14: note: 'model' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:16: note: 'input' created on cuda here; it fails on a machine with a GPU
}

torch::Tensor linear_forward_ok() {
  torch::Device device(torch::cuda::is_available() ? "cuda" : "cpu");
  nn::Linear model(4, 2);
  model->to(device);
  auto input = torch::randn({8, 4}, device);
  return model->forward(input);
}

torch::Tensor sequential_bad() {
  nn::Sequential model(nn::Linear(4, 8), nn::ReLU(), nn::Linear(8, 2));
  model->to(torch::kCUDA);
  return model->forward(torch::randn({8, 4}));
  // CHECK: :[[@LINE-1]]:17: warning: operands of 'Sequential' are on different devices: 'model' on cuda, 'torch::randn({8, 4})' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:10: note: 'model' moved to cuda here
  // CHECK: :[[@LINE-3]]:25: note: 'torch::randn({8, 4})' created on cpu here, the default device
}

torch::Tensor sequential_ok() {
  nn::Sequential model(nn::Linear(4, 8), nn::ReLU(), nn::Linear(8, 2));
  model->to(torch::kCUDA);
  return model->forward(torch::randn({8, 4}).to(torch::kCUDA));
}

torch::Tensor stateless_ok() {
  nn::ReLU activation;
  nn::Dropout dropout(0.5);
  nn::MSELoss loss;
  auto x = torch::randn({8, 4}, torch::kCUDA);
  return loss(dropout(activation(x)), torch::zeros_like(x));
}

// Submodules registered in the list of initialisers.
struct InListImpl : nn::Module {
  InListImpl() : inner(register_module("inner", nn::Linear(4, 4))), outer(register_module("outer", nn::Linear(4, 2))) {}
  torch::Tensor forward(torch::Tensor x) { return outer(torch::relu(inner(x))); }
  nn::Linear inner, outer;
};
TORCH_MODULE(InList);

torch::Tensor holder_bad() {
  InList model;
  model->to(torch::kCUDA);
  auto input = torch::randn({8, 4});
  return model->forward(input);
  // CHECK: :[[@LINE-1]]:17: warning: operands of 'Linear' are on different devices: 'inner' on cuda, 'x' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-11]]:69: note: operands of 'Linear' meet here
  // CHECK: :[[@LINE-5]]:10: note: 'model' moved to cuda here
  // CHECK: :[[@LINE-5]]:16: note: 'input' created on cpu here, the default device
}

torch::Tensor holder_ok() {
  InList model;
  model->to(torch::kCUDA);
  auto input = torch::randn({8, 4}, torch::kCUDA);
  return model->forward(input);
}

// In the body of the constructor.
struct InBody : nn::Module {
  explicit InBody(int64_t width) {
    inner = register_module("inner", nn::Linear(width, width));
    scale = register_parameter("scale", torch::ones({width}));
    shift = register_buffer("shift", torch::zeros({width}));
  }
  torch::Tensor forward(torch::Tensor x) { return inner->forward(x) * scale + shift; }
  nn::Linear inner{nullptr};
  torch::Tensor scale, shift;
};

torch::Tensor shared_pointer_bad() {
  auto model = std::make_shared<InBody>(4);
  model->to(torch::Device(torch::kCUDA, 0));
  auto input = torch::randn({8, 4});
  return model->forward(input);
  // CHECK: :[[@LINE-1]]:17: warning: operands of 'Linear' are on different devices: 'inner' on cuda:0, 'x' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-11]]:58: note: operands of 'Linear' meet here
  // CHECK: :[[@LINE-5]]:10: note: 'model' moved to cuda:0 here
  // CHECK: :[[@LINE-5]]:16: note: 'input' created on cpu here, the default device
}

torch::Tensor shared_pointer_ok() {
  auto model = std::make_shared<InBody>(4);
  model->to(torch::Device(torch::kCUDA, 0));
  auto input = torch::randn({8, 4});
  return model->forward(input.to(torch::Device(torch::kCUDA, 0)));
}

torch::Tensor on_stack_bad(torch::Tensor input) {
  InBody model(4);
  return model.forward(input.cuda());
  // CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' are on different devices: 'inner' on cpu, 'x' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-27]]:58: note: operands of 'Linear' meet here
  // CHECK: :[[@LINE-4]]:10: note: 'model' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:30: note: 'input' moved to cuda here
}

torch::Tensor on_stack_ok(torch::Tensor input) {
  InBody model(4);
  model.to(torch::kCUDA);
  return model.forward(input.cuda());
}

// In reset().
struct InResetImpl : nn::Cloneable<InResetImpl> {
  InResetImpl() { reset(); }
  void reset() override {
    weight = register_parameter("weight", torch::randn({4, 4}));
    inner = register_module("inner", nn::Linear(4, 4));
  }
  torch::Tensor forward(const torch::Tensor &x) { return torch::matmul(inner(x), weight); }
  torch::Tensor weight;
  nn::Linear inner{nullptr};
};
TORCH_MODULE(InReset);

torch::Tensor reset_bad() {
  InReset model;
  model->to(torch::kCUDA);
  return model(torch::ones({4, 4}));
  // CHECK: :[[@LINE-1]]:10: warning: operands of 'Linear' are on different devices: 'inner' on cuda, 'x' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-11]]:72: note: operands of 'Linear' meet here
  // CHECK: :[[@LINE-4]]:10: note: 'model' moved to cuda here
  // CHECK: :[[@LINE-4]]:16: note: 'x' created on cpu here, the default device
}

torch::Tensor reset_ok() {
  InReset model;
  model->to(torch::kCUDA);
  return model(torch::ones({4, 4}, torch::kCUDA));
}

// A forward that makes a tensor of its own.
struct MaskedImpl : nn::Module {
  MaskedImpl() { inner = register_module("inner", nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) {
    auto mask = torch::ones({4}).tril();
    return inner(x) * mask;
    // CHECK: :[[@LINE-1]]:21: warning: operands of '*' may be on different devices: 'inner(x)' on the module's device, 'mask' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-3]]:17: note: 'mask' created on cpu here, the default device; on a machine with a GPU 'inner(x)' can be on cuda
  }
  torch::Tensor repaired(torch::Tensor x) {
    auto mask = torch::ones({4}, x.device()).tril();
    return inner(x) * mask;
  }
  torch::Tensor of_weight(torch::Tensor x) {
    auto mask = torch::ones({4}, inner->weight.options()).tril();
    return inner(x) * mask;
  }
  nn::Linear inner{nullptr};
};
TORCH_MODULE(Masked);

// The module's own state is where the module is, the input too.
struct FollowsImpl : nn::Module {
  FollowsImpl() {
    weight = register_parameter("weight", torch::randn({4, 4}));
    table = register_buffer("table", torch::zeros({4}));
  }
  torch::Tensor forward_ok(torch::Tensor x) {
    auto steps = torch::arange(4, table.device());
    return torch::matmul(x, weight) + table * steps;
  }
  torch::Tensor forward_in_place_ok(torch::Tensor x) {
    table.add_(1);
    table += x.sum(0);
    return x + table;
  }
  torch::Tensor weight, table;
};

torch::Tensor initial_state_bad() {
  nn::LSTM lstm(nn::LSTMOptions(4, 8));
  lstm->to(torch::kCUDA);
  auto x = torch::randn({5, 2, 4}, torch::kCUDA);
  auto h = torch::zeros({1, 2, 8});
  auto c = torch::zeros({1, 2, 8});
  auto [output, state] = lstm->forward(x, std::make_tuple(h, c));
  // CHECK: :[[@LINE-1]]:32: warning: operands of 'LSTM' are on different devices: 'lstm' on cuda, 'h' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-6]]:9: note: 'lstm' moved to cuda here
  // CHECK: :[[@LINE-5]]:12: note: 'h' created on cpu here, the default device
  return output;
}

torch::Tensor initial_state_ok() {
  nn::LSTM lstm(nn::LSTMOptions(4, 8));
  lstm->to(torch::kCUDA);
  auto x = torch::randn({5, 2, 4}, torch::kCUDA);
  auto h = torch::zeros({1, 2, 8}, torch::kCUDA);
  auto c = torch::zeros({1, 2, 8}, torch::kCUDA);
  auto [output, state] = lstm->forward(x, std::make_tuple(h, c));
  return output + std::get<0>(state);
}

torch::Tensor moved_by_constructor_device_ok(torch::Device device) {
  auto model = std::make_shared<InBody>(4);
  model->to(device);
  model->eval();
  torch::NoGradGuard no_grad;
  return model->forward(torch::ones({4}, device));
}

torch::Tensor moved_back_bad() {
  nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  auto input = torch::randn({8, 4}, torch::kCUDA);
  auto first = model(input);
  model->to(torch::kCPU);
  return first + model(input);
  // CHECK: :[[@LINE-1]]:18: warning: operands of 'Linear' are on different devices: 'model' on cpu, 'input' on cuda [device-mixed-operands]
  // CHECK: :[[@LINE-3]]:10: note: 'model' moved to cpu here
  // CHECK: :[[@LINE-6]]:16: note: 'input' created on cuda here
}

torch::Tensor moved_back_ok() {
  nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  auto input = torch::randn({8, 4}, torch::kCUDA);
  auto first = model(input);
  model->to(torch::kCPU);
  return first.cpu() + model(input.cpu());
}

class Trainer {
public:
  explicit Trainer(torch::Device device) : device_(device), model_(4) { model_.to(device_); }
  torch::Tensor step_ok(torch::Tensor x) { return model_.forward(x.to(device_)); }
  torch::Tensor step_bad(torch::Tensor x) {
    auto noise = torch::randn({8, 4});
    return model_.forward(noise);
    // CHECK: :[[@LINE-1]]:19: warning: operands of 'Linear' may be on different devices: 'inner' on 'device_', 'x' on cpu [device-mixed-operands]
    // CHECK: :99:58: note: operands of 'Linear' meet here
    // CHECK: :[[@LINE-7]]:80: note: 'model_' moved to 'device_' here
    // CHECK: :[[@LINE-5]]:18: note: 'noise' created on cpu here, the default device; on a machine with a GPU 'inner' can be on cuda
  }

private:
  torch::Device device_;
  InBody model_;
};

// Modules that plain objects hold stay where they were made, unless somebody may move them.
class Kept {
public:
  torch::Tensor step_bad(torch::Tensor x) {
    auto input = x.to(torch::kCUDA);
    return kept_(input);
    // CHECK: :[[@LINE-1]]:12: warning: operands of 'Linear' {{are|may be}} on different devices: 'kept_' on cpu, 'input' on cuda [device-mixed-operands]
    // CHECK: note: 'kept_' created on cpu here, the default device
    // CHECK: :[[@LINE-4]]:20: note: 'input' moved to cuda here
  }

private:
  nn::Linear kept_{4, 2};
};

class HandedOut {
public:
  nn::Linear net() { return handed_; }
  torch::Tensor step_ok(torch::Tensor x) {
    auto input = x.to(torch::kCUDA);
    return handed_(input);
  }

private:
  nn::Linear handed_{4, 2};
};

class Loaded {
public:
  void restore(const std::string &path) { torch::load(loaded_, path, torch::kCUDA); }
  torch::Tensor step_ok(torch::Tensor x) {
    auto input = x.to(torch::kCUDA);
    return loaded_(input);
  }

private:
  nn::Linear loaded_{4, 2};
};

// A module that a container of any modules has, taken for what it is.
struct BlockImpl : nn::Module {
  nn::Linear inner{nullptr};
  BlockImpl() { inner = register_module("inner", nn::Linear(4, 4)); }
  torch::Tensor forward(torch::Tensor x) { return inner(x); }
};
TORCH_MODULE(Block);
struct Stack : nn::Module {
  nn::ModuleList blocks;
  Stack() {
    blocks = register_module("blocks", nn::ModuleList());
    blocks->push_back(Block());
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto &block : *blocks)
      x = block->as<Block>()->forward(x);
    return x;
  }
};
torch::Tensor taken_bad() {
  Stack stack;
  stack.to(torch::kCUDA);
  return stack.forward(torch::ones({2, 4}));
  // CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'inner' on cuda, 'x' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-20]]:51: note: operands of 'Linear' meet here
  // CHECK: :[[@LINE-4]]:9: note: 'stack' moved to cuda here
  // CHECK: :[[@LINE-4]]:24: note: 'x' created on cpu here, the default device
}
torch::Tensor taken_ok() {
  Stack stack;
  stack.to(torch::kCUDA);
  return stack.forward(torch::ones({2, 4}, torch::kCUDA));
}
struct CastStack : nn::Module {
  nn::ModuleList blocks;
  CastStack() {
    blocks = register_module("blocks", nn::ModuleList());
    blocks->push_back(Block());
  }
  torch::Tensor forward(torch::Tensor x) {
    for (const auto &block : *blocks)
      x = std::dynamic_pointer_cast<BlockImpl>(block)->forward(x);
    return x;
  }
};
torch::Tensor cast_bad() {
  CastStack stack;
  stack.to(torch::kCUDA);
  return stack.forward(torch::ones({2, 4}));
  // CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'inner' on cuda, 'x' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-46]]:51: note: operands of 'Linear' meet here
  // CHECK: :[[@LINE-4]]:9: note: 'stack' moved to cuda here
  // CHECK: :[[@LINE-4]]:24: note: 'x' created on cpu here, the default device
}
torch::Tensor cast_ok() {
  CastStack stack;
  stack.to(torch::kCUDA);
  return stack.forward(torch::ones({2, 4}, torch::kCUDA));
}

// What the compiler generates as the constructor of a class calls that of its base.
struct Derived : Stack {};
struct Further : Derived {};
torch::Tensor generated_constructor_bad() {
  Further stack;
  stack.to(torch::kCUDA);
  return stack.forward(torch::ones({2, 4}));
  // CHECK: :[[@LINE-1]]:16: warning: operands of 'Linear' may be on different devices: 'inner' on cuda, 'x' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-64]]:51: note: operands of 'Linear' meet here
  // CHECK: :[[@LINE-4]]:9: note: 'stack' moved to cuda here
  // CHECK: :[[@LINE-4]]:24: note: 'x' created on cpu here, the default device
}
torch::Tensor generated_constructor_ok() {
  Further stack;
  stack.to(torch::kCUDA);
  return stack.forward(torch::ones({2, 4}, torch::kCUDA));
}
