// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/helper_call.dir -
#include <torch/torch.h>

torch::Device best_device() {
  if (torch::cuda::is_available())
    return torch::Device(torch::kCUDA);
  return torch::Device(torch::kCPU);
}

torch::Tensor uses_helper(torch::Tensor x) { return x.to(best_device()); }
