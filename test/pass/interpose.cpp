// Code that was not rebuilt: the operators of LibTorch are interposed, those that LibTorch itself calls included. A report
// has the user's line from the stack, and values are the same.
//
// REQUIRES: torch, instrument, interpose
// RUN: %not_instrumented %s -o %t
// DEFINE: %{run} = env LD_PRELOAD=%build_root/lib/libdevice_tidy_interpose.so %device_tidy run --devices 2 --
// RUN: %{run} %t bad > %t.out 2> %t.err && FileCheck %s < %t.err
// RUN: %device_tidy run --devices 2 -- %t bad 2> /dev/null | diff %t.out -
// RUN: %{run} %t good > %t.out 2> %t.err && not grep device-tidy %t.err
// RUN: %device_tidy run --devices 2 -- %t good 2> /dev/null | diff %t.out -
//
// Programs without LibTorch do not notice.
// RUN: not %{run} sh -c 'echo out; exit 3' 2>&1 | FileCheck %s --check-prefix=SHELL
// SHELL: out
// SHELL-NOT: device-tidy
//
// Without the runtime beside it, the library says so, and the program goes on.
// RUN: rm -rf %t.lib && mkdir %t.lib && cp %build_root/lib/libdevice_tidy_interpose.so %t.lib
// RUN: env LD_PRELOAD=%t.lib/libdevice_tidy_interpose.so %device_tidy run --devices 2 -- %t good 2>&1 | FileCheck %s --check-prefix=BARE
// BARE-COUNT-1: device-tidy: error: cannot verify this program: {{.*}}libdevice_tidy_rt.so: cannot open shared object file
// BARE-NOT: device-tidy
#include <cstdio>
#include <cstring>
#include <torch/torch.h>

static bool Bad = false;

static torch::Tensor adds(torch::Tensor x, torch::Tensor y) {
  return x + y;
}
// CHECK: interpose.cpp:[[#@LINE-2]]: warning: operands of 'add' are on different devices: 'x' on cuda:0, 'y' on cpu [device-mixed-operands]
// CHECK-NOT: libdevice_tidy
// CHECK: in adds(at::Tensor, at::Tensor) {{.*}}interpose.cpp:[[#@LINE-4]]

// Inside a module of LibTorch.
static torch::Tensor calls(torch::nn::Linear linear, torch::Tensor x) {
  return linear(x);
}
// CHECK: interpose.cpp:[[#@LINE-2]]: warning: operands of '{{addmm|linear}}' are on different devices: {{.*}} [device-mixed-operands]
// CHECK: interpose.cpp:[[#@LINE+16]]: note: {{.*}} moved to cuda:0 here

// Arguments in registers, in vector registers and on the stack; a list.
static torch::Tensor passes(torch::Tensor x, torch::Tensor y) {
  x = torch::batch_norm(x, y, y, y, y, /*training=*/false, 0.1, 1e-5, false);
  x = torch::conv2d(x, torch::ones({2, 2, 1, 1}, x.options()), y, at::IntArrayRef({1, 1}), at::IntArrayRef({0, 0}));
  x = torch::clamp(x, -0.5, 0.5) + torch::cat({x, x}, 1).sum() + torch::linspace(0, 1, 2, x.options()).sum();
  auto zeros = torch::zeros({1}, x.options().dtype(torch::kLong));
  return std::get<0>(torch::embedding_bag(x.flatten(1), zeros, zeros));
}

int main(int, char **Arguments) {
  Bad = std::strcmp(Arguments[1], "bad") == 0;
  torch::manual_seed(3);
  torch::Device device(torch::kCUDA, 0);
  torch::nn::Linear linear(2, 2);
  linear->to(device);
  auto x = torch::ones({2, 2}, device), y = torch::ones({2, 2}, Bad ? torch::kCPU : device);
  for (auto *F : {+[](torch::nn::Linear, torch::Tensor a, torch::Tensor b) { return adds(a, b); },
                  +[](torch::nn::Linear l, torch::Tensor, torch::Tensor b) { return calls(l, b); },
                  +[](torch::nn::Linear, torch::Tensor a, torch::Tensor) {
                    return passes(a.expand({3, 2, 2, 2}), torch::ones({2}, a.options()));
                  }})
    try {
      std::printf("%a\n", F(linear, x, y).sum().item<double>());
    } catch (const c10::Error &E) {
      std::puts("raised");
    }
}
