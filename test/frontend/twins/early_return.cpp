// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/early_return.dir -
#include <torch/torch.h>

torch::Tensor stays_if_cuda(torch::Tensor x, torch::Device device) {
  if (x.is_cuda())
    return x;
  return x.to(device);
}
