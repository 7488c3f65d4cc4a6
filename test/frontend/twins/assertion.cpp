// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/assertion.dir -
#include <torch/torch.h>

torch::Tensor asserts_cuda(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  return x * 2;
}
