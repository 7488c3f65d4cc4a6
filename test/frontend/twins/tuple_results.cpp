// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/tuple_results.dir -
#include <torch/torch.h>
#include <tuple>

std::tuple<torch::Tensor, torch::Tensor> splits(torch::Tensor x, torch::Device device) {
  auto near = x.to(device);
  return std::make_tuple(near, x);
}

torch::Tensor joins(torch::Tensor x, torch::Device device) {
  auto [near, far] = splits(x, device);
  return near + far;
}
