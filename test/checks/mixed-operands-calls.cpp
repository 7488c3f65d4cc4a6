// Methods that give a number, and lists of indices.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='warning:'
#include <iostream>
#include <torch/torch.h>

bool equal() {
  // CHECK: :[[@LINE+1]]:32: warning: operands of 'equal' are on different devices
  return torch::ones(2).cuda().equal(torch::ones(2));
}
bool equalOk() { return torch::ones(2).cuda().equal(torch::ones(2).cuda()); }

void put() {
  auto X = torch::zeros(4).cuda();
  // CHECK: :[[@LINE+1]]:5: warning: operands of 'index_put_' are on different devices: 'X' on cuda
  X.index_put_({torch::arange(2)}, torch::ones(2));
}
void putOk() {
  auto X = torch::zeros(4).cuda();
  X.index_put_({torch::arange(2)}, torch::ones(2).cuda());
}

// Shifts are streams.
void printOk() { std::cout << torch::ones(2) << torch::ones(2).cuda(); }
template <typename Stream> void printToOk(Stream &To) { To << torch::ones(2) << torch::ones(2).cuda(); }
void printBothOk() { printToOk(std::cerr); }
