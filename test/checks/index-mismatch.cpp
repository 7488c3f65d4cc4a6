// An index may stay on the CPU; an index on an accelerator needs the tensor there.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-index-mismatch %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

using torch::indexing::Slice;

torch::Tensor cuda_mask_bad() {
  auto table = torch::arange(8);
  auto mask = torch::ones({8}, torch::dtype(torch::kBool).device(torch::kCUDA));
  return table.index({mask});
  // CHECK: :[[@LINE-1]]:16: warning: index is on another device than the tensor that it indexes: 'table' on cpu, 'mask' on cuda [device-index-mismatch]
  // CHECK: :[[@LINE-4]]:16: note: 'table' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:15: note: 'mask' created on cuda here
}

torch::Tensor cuda_mask_ok() {
  auto table = torch::arange(8, torch::kCUDA);
  auto mask = torch::ones({8}, torch::dtype(torch::kBool).device(torch::kCUDA));
  return table.index({mask});
}

torch::Tensor cpu_mask_ok() {
  auto table = torch::arange(8, torch::kCUDA);
  auto mask = torch::ones({8}, torch::kBool);
  return table.index({mask});
}

torch::Tensor subscript_bad() {
  auto table = torch::randn({8, 2});
  auto rows = torch::randint(8, {3}, torch::dtype(torch::kLong).device(torch::kCUDA));
  return table[rows];
  // CHECK: :[[@LINE-1]]:10: warning: index is on another device than the tensor that it indexes: 'table' on cpu, 'rows' on cuda [device-index-mismatch]
  // CHECK: :[[@LINE-4]]:16: note: 'table' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:15: note: 'rows' created on cuda here
}

torch::Tensor subscript_ok() {
  auto table = torch::randn({8, 2});
  auto rows = torch::randint(8, {3}, torch::dtype(torch::kLong).device(torch::kCUDA));
  return table[rows.cpu()];
}

torch::Tensor second_index_bad() {
  auto table = torch::randn({8, 2});
  auto columns = torch::zeros({3}, torch::dtype(torch::kLong).device(torch::kCUDA));
  return table.index({Slice(), columns});
  // CHECK: :[[@LINE-1]]:16: warning: index is on another device than the tensor that it indexes: 'table' on cpu, 'columns' on cuda [device-index-mismatch]
  // CHECK: :[[@LINE-4]]:16: note: 'table' created on cpu here, the default device
  // CHECK: :[[@LINE-4]]:18: note: 'columns' created on cuda here
}

torch::Tensor second_index_ok() {
  auto table = torch::randn({8, 2});
  auto columns = torch::zeros({3}, torch::dtype(torch::kLong).device(torch::kCUDA));
  return table.to(torch::kCUDA).index({Slice(), columns});
}

// The operands of index_put_ are not judged yet.
void FN_stored() {
  auto table = torch::randn({8, 2});
  auto rows = torch::zeros({3}, torch::dtype(torch::kLong).device(torch::kCUDA));
  table.index_put_({rows}, torch::zeros({2}));
}

void stored_ok() {
  auto table = torch::randn({8, 2}, torch::kCUDA);
  auto rows = torch::zeros({3}, torch::kLong);
  table.index_put_({rows}, torch::zeros({3, 2}, torch::kCUDA));
}

torch::Tensor permutation_ok(torch::Tensor x) {
  auto order = torch::randperm(x.size(0));
  return x.to(torch::kCUDA).index({order});
}

struct PositionsImpl : torch::nn::Module {
  torch::Tensor forward(torch::Tensor tokens) {
    auto table = torch::arange(512);
    return table.index({tokens});
    // CHECK: :[[@LINE-1]]:18: warning: index may be on another device than the tensor that it indexes: 'table' on cpu, 'tokens' on its caller's device [device-index-mismatch]
    // CHECK: :[[@LINE-3]]:18: note: 'table' created on cpu here, the default device
    // CHECK: :[[@LINE-5]]:39: note: 'tokens' is a parameter of 'forward' and follows the module's device; on a machine with a GPU 'tokens' can be on cuda
  }
  torch::Tensor repaired(torch::Tensor tokens) {
    auto table = torch::arange(512, tokens.device());
    return table.index({tokens});
  }
};
