// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/created_like.dir -
#include <torch/torch.h>

torch::Tensor inherits(torch::Tensor x) {
  auto a = torch::zeros_like(x);
  auto b = x.new_zeros({3});
  auto c = x.detach().clone();
  return a + b + c;
}
