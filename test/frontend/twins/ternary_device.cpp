// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/ternary_device.dir -
#include <torch/torch.h>

torch::Tensor picks_device(torch::Tensor x) {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  return x.to(device);
}
