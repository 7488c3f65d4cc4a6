// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/device_guard.dir -
#include <c10/core/DeviceGuard.h>
#include <torch/torch.h>

torch::Tensor makes_there(torch::Device device) {
  c10::DeviceGuard guard(device);
  auto x = torch::ones({2}, torch::kCUDA);
  return x * 2;
}
