// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/device_object.dir -
#include <torch/torch.h>

torch::Tensor on_second_device(int64_t index) {
  torch::Device fixed(torch::kCUDA, 1);
  torch::Device chosen(torch::kCUDA, index);
  torch::Device parsed("cuda:0");
  auto a = torch::ones({4}, fixed);
  auto b = torch::ones({4}, chosen);
  auto c = torch::ones({4}, parsed);
  return a + b * c;
}
