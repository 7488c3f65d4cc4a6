// REQUIRES: torch
// RUN: cp %s %t.cpp
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-discarded-move' --fix %t.cpp -- %torch_flags \
// RUN:   -include-pch %torch_pch | FileCheck %s --check-prefix=APPLIED
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %clangxx %torch_flags -include-pch %torch_pch -fsyntax-only -Werror %t.cpp
// RUN: %clang_tidy -load %plugin --config='{}' -checks='-*,device-discarded-move' %t.cpp -- %torch_flags \
// RUN:   -include-pch %torch_pch | count 0

// Sure repairs are applied by --fix, the result compiles, and nothing is left to find.

#include <torch/torch.h>

torch::Tensor discards_bad(torch::Device device) {
  auto x = torch::ones({2});
  x.to(device);
  return x;
}
// CHECK: auto x = torch::ones({2});
// CHECK-NEXT: {{^}}  x = x.to(device);{{$}}
// APPLIED: note: FIX-IT applied suggested code changes
