// A program that another compiler has built: what a call passes lies where the ABI says, whoever compiled it.
//
// REQUIRES: torch, instrument, interpose
// DEFINE: %{gcc} = g++ -std=c++20 -g -isystem %torch/include %s -L%torch/lib -Wl,-rpath,%torch/lib -ltorch_cpu -lc10
// DEFINE: %{run} = env LD_PRELOAD=%build_root/lib/libdevice_tidy_interpose.so %device_tidy run --devices 2 --
// RUN: %{gcc} -O0 -o %t.0 && %{gcc} -O2 -o %t.2
// RUN: %{run} %t.0 bad > %t.out 2> %t.err && FileCheck %s < %t.err
// RUN: %device_tidy run --devices 2 -- %t.0 bad 2> /dev/null | diff %t.out -
// RUN: %{run} %t.2 bad > %t.out 2> %t.err && FileCheck %s < %t.err
// RUN: %{run} %t.2 good > %t.out 2> %t.err && not grep device-tidy %t.err
// RUN: %device_tidy run --devices 2 -- %t.2 good 2> /dev/null | diff %t.out -
#include <ATen/core/Tensor.h>
#include <ATen/TensorOperators.h>
#include <ATen/ops/add.h>
#include <ATen/ops/batch_norm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/clamp.h>
#include <ATen/ops/conv2d.h>
#include <ATen/ops/embedding_bag.h>
#include <ATen/ops/index_put.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/zeros.h>
#include <cstdio>
#include <cstring>

[[gnu::noinline]] static at::Tensor adds(const at::Tensor &x, const at::Tensor &y) {
  return at::add(x, y, 0.5);
}
// CHECK: interpose-gcc.cpp:[[#@LINE-2]]: warning: operands of 'add' are on different devices: 'x' on cuda:0, 'y' on cpu [device-mixed-operands]
// CHECK: interpose-gcc.cpp:[[#X:]]: note: 'x' created on cuda:0 here
// CHECK-NEXT: in main {{.*}}interpose-gcc.cpp:[[#X]]
// CHECK-NEXT: interpose-gcc.cpp:[[#Y:]]: note: 'y' created on cpu here
// CHECK-NEXT: in main {{.*}}interpose-gcc.cpp:[[#Y]]

// Names come from the line, if it says them.
[[gnu::noinline]] static at::Tensor multiplies(const at::Tensor &x, const at::Tensor &y) {
  return at::relu(x * y);
}
// CHECK: interpose-gcc.cpp:[[#@LINE-2]]: warning: operands of 'mul' are on different devices: 'x' on cuda:0, 'y' on cpu
[[gnu::noinline]] static at::Tensor divides(const at::Tensor &x, const at::Tensor &y) {
  return at::relu(x).div(y);
}
// CHECK: interpose-gcc.cpp:[[#@LINE-2]]: warning: operands of 'div' are on different devices: the first operand on cuda:0, 'y' on cpu
[[gnu::noinline]] static at::Tensor subtracts(const at::Tensor &x, const at::Tensor &y) {
  return x - y * 2;
}
// CHECK: interpose-gcc.cpp:[[#@LINE-2]]: warning: operands of 'sub' are on different devices: the first operand on cuda:0, the second operand on cpu

[[gnu::noinline]] static at::Tensor joins(const at::Tensor &x, const at::Tensor &y) {
  return at::cat({x, x, y}, 0);
}
// CHECK: interpose-gcc.cpp:[[#@LINE-2]]: warning: operands of 'cat' are on different devices: {{.*}} on cuda:0, {{.*}} on cpu [device-mixed-operands]

// Arguments in registers, in vector registers and on the stack; results in memory.
[[gnu::noinline]] static at::Tensor passes(const at::Tensor &x, const at::Tensor &y) {
  auto all = at::ones({3, 2, 2, 2}, x.options()), ones = at::ones({2}, x.options());
  all = at::batch_norm(all, ones, ones, ones, ones, /*training=*/false, 0.1, 1e-5, false);
  all = at::conv2d(all, at::ones({2, 2, 1, 1}, x.options()), ones, at::IntArrayRef({1, 1}), at::IntArrayRef({0, 0}));
  auto zeros = at::zeros({1}, x.options().dtype(at::kLong));
  all = std::get<0>(at::embedding_bag(at::clamp(all, -0.5, 0.5).flatten(1), zeros, zeros));
  return at::index_put(x, {zeros}, y.sum());
}
// CHECK-NOT: warning:

int main(int, char **arguments) {
  const bool bad = std::strcmp(arguments[1], "bad") == 0;
  const at::Device device(at::kCUDA, 0);
  auto x = at::ones({2}, device), y = at::ones({2}, bad ? at::Device(at::kCPU) : device);
  for (auto *Do : {adds, multiplies, divides, subtracts, joins, passes})
    try {
      std::printf("%a\n", Do(x, y).sum().item<double>());
    } catch (const c10::Error &) {
      std::puts("raised");
    }
}
