// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/exception_state.dir -
#include <torch/torch.h>

torch::Tensor tries_twice(torch::Tensor x, torch::Tensor y) {
  try {
    x = x.cuda();
    y = y.cuda();
  } catch (const c10::Error &) {
    x = x.cpu();
  }
  return x + y;
}
