// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/discarded_move.dir -
#include <torch/torch.h>

torch::Tensor forgets_the_result(torch::Tensor x) {
  x.to(torch::kCUDA);
  return x.relu();
}
