// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/dtype_cast.dir -
#include <torch/torch.h>

torch::Tensor casts(torch::Tensor x) {
  auto half = x.to(torch::kFloat16);
  auto whole = x.to(torch::kInt64);
  return half + whole;
}
