// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/cat_list.dir -
#include <torch/torch.h>

torch::Tensor joins(torch::Tensor a, torch::Tensor b) {
  auto rows = torch::cat({a, b}, 0);
  return torch::stack({rows, rows});
}
