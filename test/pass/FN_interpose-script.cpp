// What the interpreter of TorchScript calls by the dispatcher alone goes past the functions that are interposed; what
// such an operator calls in turn does not.
//
// REQUIRES: torch, instrument, interpose
// RUN: %not_instrumented %s -o %t
// DEFINE: %{run} = env LD_PRELOAD=%build_root/lib/libdevice_tidy_interpose.so %device_tidy run --devices 2 --
// RUN: %{run} %t 2>&1 | FileCheck %s
// CHECK-NOT: warning:
// CHECK: mul raised
// CHECK-NEXT: warning: operands of 'matmul' are on different devices
// CHECK: linear raised
#include <cstdio>
#include <torch/script.h>
#include <torch/torch.h>

int main() {
  const torch::Device there("cuda:1");
  for (const char *body : {"x * self.w", "torch.linear(x, self.w)"}) {
    torch::jit::Module module("m");
    module.register_parameter("w", torch::ones({2, 2}), false);
    module.define(std::string("def forward(self, x):\n    return ") + body + "\n");
    module.to(there);
    try {
      module.forward({torch::ones({2, 2})});
    } catch (const std::exception &) {
      std::puts(body[0] == 't' ? "linear raised" : "mul raised");
    }
    std::fflush(stdout);
  }
}
