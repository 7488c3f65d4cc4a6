// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/add_moved.dir -
#include <torch/torch.h>

torch::Tensor adds_cpu_to_moved(torch::Tensor x) {
  auto weight = torch::zeros({2, 3});
  auto moved = weight.to(torch::kCUDA);
  return moved + x + 1;
}
