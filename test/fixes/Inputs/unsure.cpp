#include <torch/torch.h>

// A second copy would have other memory.
float copied() {
  auto x = torch::ones({2}, torch::kCUDA);
  return x.data_ptr<float>()[0];
}

// The caller does not see the parameter that is assigned.
void parameter(torch::Tensor x, torch::Device device) { x.to(device); }
