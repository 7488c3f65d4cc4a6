// A model is loaded onto the device that it was saved from, then moved to a GPU that may not be there.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-load-without-map-location,device-unguarded-accelerator %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/script.h>

int main() {
  auto model = torch::jit::load("model.pt");
  // CHECK: :[[@LINE-1]]:16: warning: 'torch::jit::load' without a device: fails on a machine without a GPU if the file was saved on one [device-load-without-map-location]
  model.to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:9: warning: 'to' needs an accelerator and fails on a machine without one [device-unguarded-accelerator]
}
