// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// Constructors that the compiler would write, whether or not something in the unit makes it write them.
#include <torch/torch.h>

struct NetImpl : torch::nn::Module {
  torch::nn::Linear linear{register_module("linear", torch::nn::Linear(2, 2))};
  torch::Tensor mask = register_buffer("mask", torch::ones({2}));
};
TORCH_MODULE(Net);

struct Wider : NetImpl {
  Wider() { more = torch::zeros({2}); }
  torch::Tensor more;
};

struct Asked {
  Asked() = default;
  explicit Asked(torch::Tensor x) : x(x) {}
  torch::Tensor x = torch::ones({3});
};

struct Deleted {
  Deleted() = delete;
  torch::Tensor x = torch::ones({3});
};

void makes() { Net net; }

// CHECK-LABEL: class @NetImpl : @torch::nn::Module {
// CHECK-NEXT:   linear: object<torch::nn::LinearImpl>
// CHECK-NEXT:   mask: tensor
// CHECK-NEXT: }

// CHECK-LABEL: class @Wider : @NetImpl {
// CHECK-NEXT:   more: tensor
// CHECK-NEXT: }

// CHECK-LABEL: class @Asked {
// CHECK-NEXT:   x: tensor
// CHECK-NEXT: }

// CHECK-LABEL: class @Deleted {
// CHECK-NEXT:   x: tensor
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @NetImpl::NetImpl(%self: object<NetImpl>) of @NetImpl {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: string = const "linear"
// CHECK-NEXT:   %1: number = const 2
// CHECK-NEXT:   %2: number = const 2
// CHECK-NEXT:   %3: object<torch::nn::LinearImpl> = call @torch::nn::LinearImpl(%1, %2)
// CHECK-NEXT:   %4: object<torch::nn::LinearImpl> = invoke "register_module"(%self, %0, %3)
// CHECK-NEXT:   set.field "linear"(%self, %4)
// CHECK-NEXT:   %5: string = const "mask"
// CHECK-NEXT:   %6: number = const 2
// CHECK-NEXT:   %7: list<number> = list(%6)
// CHECK-NEXT:   %8: tensor = call @torch::ones(%7)
// CHECK-NEXT:   %9: tensor = invoke "register_buffer"(%self, %5, %8)
// CHECK-NEXT:   set.field "mask"(%self, %9)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @Wider::Wider(%self: object<Wider>) of @Wider {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: none = call @NetImpl::NetImpl(%self)
// CHECK-NEXT:   %1: number = const 2
// CHECK-NEXT:   %2: list<number> = list(%1)
// CHECK-NEXT:   %3: tensor = call @torch::zeros(%2)
// CHECK-NEXT:   set.field "more"(%self, %3)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @"Asked::Asked()"(%self: object<Asked>) of @Asked {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 3
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   %2: tensor = call @torch::ones(%1)
// CHECK-NEXT:   set.field "x"(%self, %2)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @"Asked::Asked(at::Tensor)"(%self: object<Asked>, %x: tensor) of @Asked {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   set.field "x"(%self, %x)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @makes() -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %net: object<NetImpl> = call @NetImpl()
// CHECK-NEXT:   return
// CHECK-NEXT: }
