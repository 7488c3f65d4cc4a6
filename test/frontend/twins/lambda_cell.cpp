// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/lambda_cell.dir -
#include <torch/torch.h>

torch::Tensor through_cell(torch::Tensor x) {
  auto total = torch::zeros({4});
  auto add = [&total](torch::Tensor t) { total = total + t; };
  add(x);
  return total;
}
