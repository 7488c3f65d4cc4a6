// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/factory_options.dir -
#include <torch/torch.h>

torch::Tensor makes_with_options(torch::Device device) {
  auto a = torch::randn({2, 2}, torch::kCUDA);
  auto b = torch::zeros({2, 2}, torch::dtype(torch::kFloat64).device(device));
  auto c = torch::full({2, 2}, 1.5, device);
  return a + b + c;
}
