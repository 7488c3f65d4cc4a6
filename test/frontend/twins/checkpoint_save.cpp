// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/checkpoint_save.dir -
#include <string>
#include <torch/torch.h>

void saves(torch::Tensor weights, const std::string &path) {
  torch::save(weights, path);
  torch::save(weights.cpu(), "copy.pt");
}
