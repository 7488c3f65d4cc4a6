#include <torch/torch.h>

torch::Tensor discards_bad() {
  auto x = torch::ones({2});
  x.to(torch::kCUDA);
  return x;
}
