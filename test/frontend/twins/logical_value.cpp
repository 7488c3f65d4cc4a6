// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/logical_value.cpp.dir -
#include <torch/torch.h>

bool is_ready(torch::Tensor x, bool wanted) {
  bool ready = wanted && x.is_cuda();
  return ready;
}
