// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/checkpoint_load.cpp.dir -
#include <string>
#include <torch/torch.h>

torch::Tensor restores(const std::string &path) {
  torch::Tensor weights;
  torch::load(weights, path);
  return weights;
}
