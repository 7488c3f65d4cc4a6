// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/negation.dir -
#include <torch/torch.h>

torch::Tensor negates(torch::Tensor x, bool flag) {
  if (!flag || !x.is_cuda())
    return -x;
  return x;
}
