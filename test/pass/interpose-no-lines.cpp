// Without debug information the place is that of the program's own code, not that inside LibTorch where it failed.
//
// REQUIRES: torch, instrument, interpose
// RUN: %not_instrumented -g0 %s -o %t
// RUN: env LD_PRELOAD=%build_root/lib/libdevice_tidy_interpose.so %device_tidy run --devices 2 -- %t 2>&1 | FileCheck %s
#include <torch/torch.h>

int main() {
  auto x = torch::ones({2, 2}, torch::kCUDA), y = torch::ones({2, 2});
  try {
    torch::matmul(x, y);
  } catch (const c10::Error &) {
  }
}
// CHECK-NOT: libtorch
// CHECK: {{^}}interpose-no-lines.cpp.tmp+0x{{[0-9a-f]+}}: warning: operands of 'matmul' are on different devices
// CHECK-NOT: warning:
// CHECK: summary: 1 distinct
