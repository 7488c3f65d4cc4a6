// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/list_result.dir -
#include <torch/torch.h>
#include <vector>

std::vector<torch::Tensor> makes_pair(torch::Device device) {
  return {torch::ones({2}, device), torch::ones({2})};
}
