// Loaded onto the CPU, filled into a model, then moved: silent.
// REQUIRES: torch
// RUN: %device_tidy check --isolated --level 2 -q %s -- %torch_flags | count 0
#include <torch/torch.h>

int main() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  torch::nn::Linear model(10, 2);
  torch::load(model, "model.pt", torch::kCPU);
  model->to(device);
  auto output = model(torch::randn({1, 10}, device));
}
