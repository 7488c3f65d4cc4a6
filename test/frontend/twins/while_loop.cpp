// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/while_loop.dir -
#include <torch/torch.h>

torch::Tensor repeats(torch::Tensor x, int64_t n) {
  auto total = torch::zeros({4});
  int64_t i = 0;
  while (i < n) {
    total = total + x;
    i += 1;
  }
  return total;
}
