// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/inplace_operators.dir -
#include <torch/torch.h>

torch::Tensor accumulates(torch::Tensor total, torch::Tensor x) {
  total += x;
  total.mul_(2);
  total.copy_(x);
  return total;
}
