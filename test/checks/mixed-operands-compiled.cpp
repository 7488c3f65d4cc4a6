// What TorchScript keeps without moving it.
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/script.h>
#include <torch/torch.h>

static torch::jit::Module attribute() {
  torch::jit::Module m("Head");
  m.register_attribute("anchors", c10::TensorType::get(), torch::arange(4, torch::kFloat));
  m.define("def forward(self, x):\n    return x - self.anchors\n");
  return m;
}
void attribute_bad(torch::Device device) {
  auto head = attribute();
  head.to(torch::kCUDA);
  auto y = head.forward({torch::ones({2, 4}, torch::kCUDA)});
  // CHECK: :[[@LINE-1]]:17: warning: operands of {{.*}} are on different devices: {{.*}}'anchors' on cpu
  // CHECK-COUNT-2: note:
}
static torch::jit::Module buffer() {
  torch::jit::Module m("Head");
  m.register_buffer("anchors", torch::arange(4, torch::kFloat));
  m.define("def forward(self, x):\n    return x - self.anchors\n");
  return m;
}
void attribute_ok(torch::Device device) {
  auto head = buffer();
  head.to(torch::kCUDA);
  auto y = head.forward({torch::ones({2, 4}, torch::kCUDA)});
}
