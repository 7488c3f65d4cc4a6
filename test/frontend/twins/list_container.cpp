// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/list_container.dir -
#include <torch/torch.h>
#include <vector>

torch::Tensor collects(const std::vector<torch::Tensor> &inputs, torch::Device device) {
  std::vector<torch::Tensor> moved;
  for (const auto &input : inputs) {
    moved.push_back(input.to(device));
  }
  return torch::cat(moved);
}
