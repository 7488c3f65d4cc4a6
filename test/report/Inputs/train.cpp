#include <torch/torch.h>

namespace train {
torch::Tensor step(torch::Tensor weight) {
  weight = weight.to(torch::kCUDA);
  auto bias = torch::zeros({2});
  return weight + bias;
}
} // namespace train
