#include <torch/torch.h>

// The copy would not outlive its accessor.
float dangling() {
  auto x = torch::ones({2}, torch::kCUDA);
  return x.accessor<float, 1>()[0];
}

// The caller does not see the parameter that is assigned.
void parameter(torch::Tensor x, torch::Device device) { x.to(device); }
