// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/default_arguments.dir -
#include <torch/torch.h>

torch::Tensor scales(torch::Tensor x, double factor = 0.5, bool on_gpu = false) {
  if (on_gpu)
    x = x.to(torch::kCUDA);
  return x * factor;
}

torch::Tensor scales_twice(torch::Tensor x) { return scales(scales(x), 2.0, true); }
