// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/nested_loops.dir -
#include <torch/torch.h>
#include <vector>

torch::Tensor sums(const std::vector<std::vector<torch::Tensor>> &groups, torch::Device device) {
  auto total = torch::zeros({4}, device);
  for (const auto &group : groups) {
    for (const auto &x : group) {
      if (x.is_cuda())
        continue;
      total = total + x;
    }
    if (!total.is_cuda())
      break;
  }
  return total;
}
