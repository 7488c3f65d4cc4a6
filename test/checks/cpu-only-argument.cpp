// Lengths of packed sequences and split indices are read by the host.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-cpu-only-argument %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

namespace rnn = torch::nn::utils::rnn;

rnn::PackedSequence lengths_bad(torch::Tensor x, torch::Tensor n) {
  auto lengths = n.to(torch::kCUDA);
  return rnn::pack_padded_sequence(x.to(torch::kCUDA), lengths);
  // CHECK: :[[@LINE-1]]:10: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths' on cuda [device-cpu-only-argument]
  // CHECK: :[[@LINE-3]]:20: note: 'lengths' moved to cuda here
}

rnn::PackedSequence lengths_ok(torch::Tensor x, torch::Tensor n) {
  auto lengths = n.to(torch::kCUDA);
  return rnn::pack_padded_sequence(x.to(torch::kCUDA), lengths.cpu());
}

struct EncoderImpl : torch::nn::Module {
  rnn::PackedSequence forward(torch::Tensor x) {
    auto lengths = x.ne(0).sum(1);
    return rnn::pack_padded_sequence(x, lengths, true);
    // CHECK: :[[@LINE-1]]:12: warning: 'pack_padded_sequence' takes this argument on the CPU only: 'lengths' on its caller's device [device-cpu-only-argument]
    // CHECK: :[[@LINE-4]]:45: note: 'x' is a parameter of 'forward' and follows the module's device; on a machine with a GPU 'lengths' can be on cuda
  }
  rnn::PackedSequence repaired(torch::Tensor x) {
    auto lengths = x.ne(0).sum(1).cpu();
    return rnn::pack_padded_sequence(x, lengths, true);
  }
  // Lengths that come in are on the CPU already.
  rnn::PackedSequence given_ok(torch::Tensor x, torch::Tensor lengths) {
    return rnn::pack_padded_sequence(x.to(torch::kCUDA), lengths, true);
  }
};

std::vector<torch::Tensor> split_bad(torch::Tensor x, torch::Tensor at) {
  auto indices = at.to(torch::kCUDA);
  return x.tensor_split(indices);
  // CHECK: :[[@LINE-1]]:12: warning: 'tensor_split' takes this argument on the CPU only: 'indices' on cuda [device-cpu-only-argument]
  // CHECK: :[[@LINE-3]]:21: note: 'indices' moved to cuda here
}

std::vector<torch::Tensor> split_ok(torch::Tensor x, torch::Tensor at) {
  auto indices = at.to(torch::kCUDA);
  return x.tensor_split(indices.to(torch::kCPU));
}

torch::Tensor pinned_bad(torch::Tensor x) {
  auto y = x.to(torch::kCUDA);
  return y.pin_memory();
  // CHECK: :[[@LINE-1]]:12: warning: 'pin_memory' takes this argument on the CPU only: 'y' on cuda [device-cpu-only-argument]
  // CHECK: :[[@LINE-3]]:14: note: 'y' moved to cuda here
}

torch::Tensor pinned_ok(torch::Tensor x) {
  auto y = x.to(torch::kCPU);
  return y.pin_memory();
}
