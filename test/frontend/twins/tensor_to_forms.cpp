// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/tensor_to_forms.dir -
#include <torch/torch.h>

torch::Tensor moves_in_all_ways(torch::Tensor x, torch::Tensor other, torch::Device device) {
  auto by_device = x.to(device);
  auto by_name = x.to("cuda:1");
  auto by_tensor = x.to(other.device());
  auto with_type = x.to(device, torch::kFloat16);
  auto home = x.cpu();
  return by_device + by_name + by_tensor + with_type + home.cuda();
}
