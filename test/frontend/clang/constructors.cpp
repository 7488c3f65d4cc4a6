// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | FileCheck %s
// REQUIRES: torch
// What constructors do, written or made by the compiler.
#include <torch/torch.h>

struct Base {
  explicit Base(int n) : n(n) {}
  virtual torch::Tensor run(torch::Tensor x) { return x * n; }
  int n;
};

struct Derived : Base {
  Derived(int n, torch::Tensor w) : Base(n), w(w) {}
  Derived() : Derived(3, torch::zeros({2})) {}
  torch::Tensor run(torch::Tensor x) override { return Base::run(x) + w; }
  torch::Tensor w;
};

struct Inherited : Base {
  using Base::Base;
  torch::Tensor w = torch::ones({3}, torch::kCUDA);
};

struct Generated {
  torch::Tensor w = torch::ones({3}, torch::kCUDA);
  static int count;
};
int Generated::count = 1;

void makes() {
  Inherited a(3);
  Generated b;
  auto *c = new Derived(1, b.w);
  Generated::count += c->n;
}

// CHECK-LABEL: class @Base {
// CHECK-NEXT:   n: number
// CHECK-NEXT: }

// CHECK-LABEL: class @Derived : @Base {
// CHECK-NEXT:   w: tensor
// CHECK-NEXT: }

// CHECK-LABEL: class @Inherited : @Base {
// CHECK-NEXT:   w: tensor
// CHECK-NEXT: }

// CHECK-LABEL: class @Generated {
// CHECK-NEXT:   w: tensor
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @Base::Base(%self: object<Base>, %n: number) of @Base {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   set.field "n"(%self, %n)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func method @Base::run(%self: object<Base>, %x: tensor) -> tensor of @Base {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = get.field "n"(%self)
// CHECK-NEXT:   %1: tensor = op "*"(%x, %0)
// CHECK-NEXT:   return(%1)
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @"Derived::Derived(int, at::Tensor)"(%self: object<Derived>, %n: number, %w: tensor) of @Derived {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: none = call @Base::Base(%self, %n)
// CHECK-NEXT:   set.field "w"(%self, %w)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @"Derived::Derived()"(%self: object<Derived>) of @Derived {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 3
// CHECK-NEXT:   %1: number = const 2
// CHECK-NEXT:   %2: list<number> = list(%1)
// CHECK-NEXT:   %3: tensor = call @torch::zeros(%2)
// CHECK-NEXT:   %4: none = call @"Derived::Derived(int, at::Tensor)"(%self, %0, %3)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func method @Derived::run(%self: object<Derived>, %x: tensor) -> tensor of @Derived {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: tensor = call @Base::run(%self, %x)
// CHECK-NEXT:   %1: tensor = get.field "w"(%self)
// CHECK-NEXT:   %2: tensor = op "+"(%0, %1)
// CHECK-NEXT:   return(%2)
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @Inherited::Inherited(%self: object<Inherited>, %_: number) of @Inherited {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: none = call @Base::Base(%self, %_)
// CHECK-NEXT:   %1: number = const 3
// CHECK-NEXT:   %2: list<number> = list(%1)
// CHECK-NEXT:   %3: string = const "cuda"
// CHECK-NEXT:   %4: tensor = call @torch::ones(%2, device=%3)
// CHECK-NEXT:   set.field "w"(%self, %4)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func constructor @Generated::Generated(%self: object<Generated>) of @Generated {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 3
// CHECK-NEXT:   %1: list<number> = list(%0)
// CHECK-NEXT:   %2: string = const "cuda"
// CHECK-NEXT:   %3: tensor = call @torch::ones(%1, device=%2)
// CHECK-NEXT:   set.field "w"(%self, %3)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func @makes() -> none {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 3
// CHECK-NEXT:   %a: object<Inherited> = call @Inherited(%0)
// CHECK-NEXT:   %b: object<Generated> = call @Generated()
// CHECK-NEXT:   %1: number = const 1
// CHECK-NEXT:   %2: tensor = get.field "w"(%b)
// CHECK-NEXT:   %c: object<Derived> = call @Derived(%1, %2)
// CHECK-NEXT:   %3: number = get.global @Generated::count
// CHECK-NEXT:   %4: number = get.field "n"(%c)
// CHECK-NEXT:   %5: number = op "+="(%3, %4)
// CHECK-NEXT:   set.global @Generated::count(%5)
// CHECK-NEXT:   return
// CHECK-NEXT: }

// CHECK-LABEL: func toplevel @{{.*}}constructors.cpp{{"?}}() {
// CHECK-NEXT: ^0:
// CHECK-NEXT:   %0: number = const 1
// CHECK-NEXT:   set.global @Generated::count(%0)
// CHECK-NEXT:   return
// CHECK-NEXT: }
