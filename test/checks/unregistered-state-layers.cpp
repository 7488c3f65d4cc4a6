// Layers that a module does not register: certain, and all of them are named. Once the first is registered, the next one
// is the first that fails.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --level 1 --select device-unregistered-state %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

namespace nn = torch::nn;

struct AllBadImpl : nn::Module {
  AllBadImpl() {
    first = nn::Linear(4, 4);
    // CHECK: :[[@LINE-1]]:13: warning: 'first' is not registered with 'AllBadImpl', so 'to' leaves it on cpu [device-unregistered-state]
    // CHECK: :[[@LINE+9]]:33: note: 'first' used with 'x' here
    second = nn::Linear(4, 4);
    // CHECK: :[[@LINE-1]]:14: warning: 'second' is not registered with 'AllBadImpl'
    // CHECK: :[[@LINE+7]]:29: note: 'second' used with 'h' here
    third = nn::Linear(4, 4);
    // CHECK: :[[@LINE-1]]:13: warning: 'third' is not registered with 'AllBadImpl'
    // CHECK: :[[@LINE+5]]:34: note: 'third' used with 'torch::relu(h)' here
  }
  torch::Tensor forward(torch::Tensor x) {
    auto h = torch::relu(first->forward(x));
    h = torch::tanh(second->forward(h));
    return torch::softmax(third->forward(torch::relu(h)), 1);
  }
  nn::Linear first{nullptr}, second{nullptr}, third{nullptr};
};

struct AllOkImpl : nn::Module {
  AllOkImpl() {
    first = register_module("first", nn::Linear(4, 4));
    second = register_module("second", nn::Linear(4, 4));
    third = register_module("third", nn::Linear(4, 4));
  }
  torch::Tensor forward(torch::Tensor x) {
    auto h = torch::relu(first->forward(x));
    h = torch::tanh(second->forward(h));
    return torch::softmax(third->forward(torch::relu(h)), 1);
  }
  nn::Linear first{nullptr}, second{nullptr}, third{nullptr};
};

struct BehindBadImpl : nn::Module {
  BehindBadImpl() {
    first = register_module("first", nn::Linear(4, 4));
    second = nn::Linear(4, 4);
    // CHECK: :[[@LINE-1]]:14: warning: 'second' is not registered with 'BehindBadImpl'
    // CHECK: :[[@LINE+6]]:35: note: 'second' used with 'first->forward(x)' here
    third = nn::Linear(4, 4);
    // CHECK: :[[@LINE-1]]:13: warning: 'third' is not registered with 'BehindBadImpl'
    // CHECK: :[[@LINE+3]]:19: note: 'third' used with 'second->forward(first->forward(x))'
  }
  torch::Tensor forward(torch::Tensor x) {
    return third->forward(second->forward(first->forward(x)));
  }
  nn::Linear first{nullptr}, second{nullptr}, third{nullptr};
};

// Two that meet each other only, and nothing that `to` moves, are where they are together.
struct ApartOkImpl : nn::Module {
  ApartOkImpl() {
    scale = torch::ones({4});
    shift = torch::ones({4});
  }
  torch::Tensor table() { return scale + shift; }
  torch::Tensor scale, shift;
};
