// Tensors on the CPU in collectives that are NCCL's.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-cpu-collective %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

// Declared as in torch/csrc/distributed/c10d, which a build without NCCL leaves out.
namespace c10d {
struct Work;
struct Backend {
  c10::intrusive_ptr<Work> allreduce(std::vector<at::Tensor> &tensors);
  c10::intrusive_ptr<Work> broadcast(std::vector<at::Tensor> &tensors);
};
struct ProcessGroupNCCL : Backend {};
struct ProcessGroupGloo : Backend {};
struct Work : c10::intrusive_ptr_target {};
} // namespace c10d

void sum_bad(c10d::ProcessGroupNCCL &group) {
  std::vector<at::Tensor> tensors{torch::ones({4})};
  group.allreduce(tensors);
  // CHECK: :[[@LINE-1]]:9: warning: 'allreduce' fails: 'tensors' is on cpu, and NCCL takes tensors on accelerators only [device-cpu-collective]
  // CHECK: :[[@LINE-3]]:35: note: 'tensors' created on cpu here, the default device
}

void sum_ok(c10d::ProcessGroupNCCL &group) {
  std::vector<at::Tensor> tensors{torch::ones({4}, torch::kCUDA)};
  group.allreduce(tensors);
}

void moved_away_bad(c10d::ProcessGroupNCCL &group, at::Tensor x) {
  auto host = x.cpu();
  std::vector<at::Tensor> tensors = {host};
  group.broadcast(tensors);
  // CHECK: :[[@LINE-1]]:9: warning: 'broadcast' fails: 'tensors' is on cpu, and NCCL takes tensors on accelerators only [device-cpu-collective]
  // CHECK: :[[@LINE-4]]:17: note: 'host' moved to cpu here
}

void moved_away_ok(c10d::ProcessGroupNCCL &group, at::Tensor x) {
  std::vector<at::Tensor> tensors = {x};
  group.broadcast(tensors);
}

// Gloo takes CPU tensors; a group of any kind may be Gloo's.
void gloo_ok(c10d::ProcessGroupGloo &group) {
  std::vector<at::Tensor> tensors{torch::ones({4})};
  group.allreduce(tensors);
}

void any_ok(c10d::Backend &group) {
  std::vector<at::Tensor> tensors{torch::ones({4})};
  group.allreduce(tensors);
}
