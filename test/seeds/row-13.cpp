// Replicas on several GPUs. Unlike Python's, LibTorch's data_parallel copies a module from wherever it is; what it
// returns is on a GPU.
// REQUIRES: torch
// RUN: %device_tidy check --isolated -q --select device-mixed-operands,device-parallel-before-move %s -- %torch_flags | count 0
#include <torch/nn/parallel/data_parallel.h>
#include <torch/torch.h>

torch::Tensor unmoved_ok(torch::Tensor x) {
  torch::nn::Linear model(10, 2);
  return torch::nn::parallel::data_parallel(model, x);
}

torch::Tensor moved_ok(torch::Tensor x) {
  torch::nn::Linear model(10, 2);
  model->to(torch::Device(torch::kCUDA, 1));
  return torch::nn::parallel::data_parallel(model, x, std::vector<torch::Device>{torch::Device(torch::kCUDA, 0)});
}

torch::Tensor loss_ok(torch::Tensor x) {
  torch::nn::Linear model(10, 2);
  auto output = torch::nn::parallel::data_parallel(model, x);
  return torch::mse_loss(output, torch::zeros({8, 2}, output.device()));
}

// What it returns is not followed.
torch::Tensor FN_loss(torch::Tensor x) {
  torch::nn::Linear model(10, 2);
  auto output = torch::nn::parallel::data_parallel(model, x);
  return torch::mse_loss(output, torch::zeros({8, 2}));
}
