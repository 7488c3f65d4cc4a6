#include <torch/torch.h>

#include "where.h"

torch::Tensor adds(torch::Tensor x) {
  auto here = torch::ones({2}, torch::kCPU);
  return here + torch::ones({2}, where());
}
