// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/logical_operators.dir -
#include <torch/torch.h>

torch::Tensor moves_if_both(torch::Tensor x, bool wanted, bool forced) {
  if ((wanted && torch::cuda::is_available()) || forced)
    x = x.to(torch::kCUDA);
  return x.is_cuda() ? x : x.cpu();
}
