// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/keyword_arguments.dir -
#include <torch/torch.h>

torch::Tensor turns_on_grad(torch::Device device) {
  return torch::ones({8}, torch::TensorOptions().device(device).requires_grad(true));
}
