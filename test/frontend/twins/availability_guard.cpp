// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/availability_guard.dir -
#include <torch/torch.h>

torch::Tensor moves_if_available(torch::Tensor x) {
  if (torch::cuda::is_available()) {
    x = x.to(torch::kCUDA);
  }
  return x;
}
