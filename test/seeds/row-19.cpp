// LibTorch does not export to ONNX. It runs what Python has traced or exported: where the file was loaded to.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands,device-export-mismatch --output-format concise %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/script.h>
#include <torch/torch.h>

torch::Tensor script_bad() {
  auto model = torch::jit::load("traced.pt", torch::kCUDA);
  std::vector<torch::jit::IValue> inputs;
  inputs.push_back(torch::ones({1, 3, 224, 224}));
  return model.forward(inputs).toTensor();
  // CHECK: :[[@LINE-1]]:16: warning: operands of 'forward' are on different devices: 'model' on cuda, an element of 'inputs' on cpu [device-mixed-operands]
}

torch::Tensor script_ok() {
  auto model = torch::jit::load("traced.pt", torch::kCUDA);
  std::vector<torch::jit::IValue> inputs;
  inputs.push_back(torch::ones({1, 3, 224, 224}, torch::kCUDA));
  return model.forward(inputs).toTensor();
}

torch::Tensor braces_bad(torch::Device device) {
  auto model = torch::jit::load("traced.pt", device);
  auto example = torch::randn({1, 16});
  return model.forward({example}).toTensor();
  // CHECK: :[[@LINE-1]]:16: warning: operands of 'forward' may be on different devices: 'model' on 'device', 'example' on cpu [device-mixed-operands]
}

torch::Tensor braces_ok(torch::Device device) {
  auto model = torch::jit::load("traced.pt", device);
  auto example = torch::randn({1, 16}, device);
  return model.forward({example}).toTensor();
}
