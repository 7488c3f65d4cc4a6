// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// One function stands for all instances of a template; what was never instantiated has no body to lower.
#include <torch/torch.h>

template <class T> T twice(const T &x) { return x + x; }
template <class T> T never(const T &x) { return x.missing(); }

template <class T> struct Box {
  T get() { return value; }
  T value;
};

torch::Tensor instantiates(torch::Tensor x, int n) {
  n = twice(n);
  Box<torch::Tensor> box{twice(x)};
  auto generic = [](auto y) { return y + 1; };
  return generic(box.get());
}

namespace a {
inline namespace v1 {
void f(int) {}
void f(torch::Tensor x) { f(1); }
} // namespace v1
namespace {
void hidden() {}
} // namespace
} // namespace a

// CHECK-LABEL: class @Box {
// CHECK-NEXT:   value: tensor
// CHECK-NEXT: }

// CHECK-LABEL: func @twice(%x: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = op "+"(%x, %x)
// CHECK-NEXT:   return(%0)
// CHECK-NEXT: }

// CHECK-LABEL: func method @Box::get(%self: object<Box>) -> tensor of @Box {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = get.field "value"(%self)
// CHECK-NEXT:   return(%0)
// CHECK-NEXT: }

// CHECK-LABEL: func @instantiates(%x: tensor, %n: number) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %n.1: number = call @twice(%n)
// CHECK-NEXT:   %box: object<Box> = call @Box()
// CHECK-NEXT:   %0: tensor = call @twice(%x)
// CHECK-NEXT:   set.field "value"(%box, %0)
// CHECK-NEXT:   %generic: function = closure @instantiates::lambda#1()
// CHECK-NEXT:   %1: tensor = invoke "get"(%box)
// CHECK-NEXT:   %2: tensor = apply(%generic, %1)
// CHECK-NEXT:   return(%2)
// CHECK-NEXT: }

// CHECK-LABEL: func @"a::f(int)"(%_: number) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @"a::f(at::Tensor)"(%x: tensor) -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %1: none = call @"a::f(int)"(%0)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @a::hidden() -> none local {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func lambda @instantiates::lambda#1(%y: tensor) -> tensor {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   %1: tensor = op "+"(%y, %0)
// CHECK-NEXT:   return(%1)
// CHECK-NEXT: }
