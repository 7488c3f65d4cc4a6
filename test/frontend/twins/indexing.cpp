// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/indexing.dir -
#include <torch/torch.h>

torch::Tensor takes_and_puts(torch::Tensor x, torch::Tensor row) {
  auto first = x[0];
  auto inner = x[1][2];
  x[3] = row;
  return first + inner;
}
