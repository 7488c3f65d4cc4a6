// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/counting_loop.dir -
#include <torch/torch.h>

torch::Tensor counts(torch::Tensor x, int64_t n) {
  for (int64_t i = 0; i < n; ++i) {
    x = x + x[i];
  }
  return x;
}
