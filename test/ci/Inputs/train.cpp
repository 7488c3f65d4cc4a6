#include <torch/torch.h>

torch::Tensor step(torch::Tensor batch) {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  auto weight = torch::ones({2, 2}, device);
  auto bias = torch::ones({2});
  return torch::matmul(batch.to(device), weight) + bias;
}
