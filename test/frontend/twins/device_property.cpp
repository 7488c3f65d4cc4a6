// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/device_property.dir -
#include <torch/torch.h>

torch::Tensor follows(torch::Tensor x, torch::Tensor y) {
  if (x.device() != y.device())
    y = y.to(x.device());
  auto mask = torch::ones({3}, x.device());
  return x + y * mask;
}
