// Without line tables there is one warning, and a site has its function only.
//
// RUN: %clangxx -std=c++20 -g0 -O2 -I%S/Inputs/include -fpass-plugin=%build_root/lib/DeviceTidyPass.so -S -emit-llvm %s -o %t.ll 2> %t.err
// RUN: FileCheck %s --check-prefix=ERR < %t.err
// RUN: %python %S/Inputs/sites.py %t.ll | FileCheck %s
// ERR: warning: device-tidy: '{{.*}}no-lines.cpp' is compiled without lines: reports name functions only; -gline-tables-only adds lines, -g variables
// ERR-NOT: device-tidy
#include <torch/mini.h>

// CHECK: 0:0 operator add_Tensor 'add_Tensor' of tensor '', tensor '' in adds
at::Tensor adds(const at::Tensor &x, const at::Tensor &y) { return x + y; }
// CHECK: 0:0 operator matmul 'matmul' of tensor '', tensor '' in multiplies
at::Tensor multiplies(const at::Tensor &x, const at::Tensor &y) { return x.matmul(y); }
