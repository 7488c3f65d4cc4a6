// REQUIRES: torch
// RUN: cp %s %t.cpp
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-mixed-operands' --fix --fix-notes %t.cpp -- \
// RUN:   %torch_flags -include-pch %torch_pch | FileCheck %s --check-prefix=FOUND
// RUN: FileCheck %s --input-file=%t.cpp

// A repair is made in memory, and the unit is read and solved again, before it is offered: on the device of x, y would
// not meet z any more.

#include <torch/torch.h>

static float host[3];

struct Both : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::ones({3});
    auto z = torch::from_blob(host, {3});
    auto w = y + z;
    return (x + y).matmul(w.to(x.device()));
  }
};
// FOUND: :[[@LINE-3]]:{{[0-9]+}}: warning: operands of '+' may be on different devices: 'x' on its caller's device, 'y' on cpu
// FOUND-NOT: FIX-IT
// CHECK-LABEL: struct Both
// CHECK:       auto y = torch::ones({3});{{$}}

struct One : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::ones({3});
    return x + y;
  }
};
// FOUND: :[[@LINE-3]]:{{[0-9]+}}: warning: operands of '+' may be on different devices: 'x' on its caller's device, 'y' on cpu
// FOUND: FIX-IT applied suggested code changes
// CHECK-LABEL: struct One
// CHECK:       auto y = torch::ones({3}, x.device());

// What the first repair would break, a second one mends: they are offered as one.
struct Two : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) {
    auto y = torch::ones({3});
    auto z = torch::ones({3});
    auto w = y + z;
    return (x + y).matmul(w.to(x.device()));
  }
};
// CHECK-LABEL: struct Two
// CHECK:       auto y = torch::ones({3}, x.device());
// CHECK:       auto z = torch::ones({3}, x.device());
