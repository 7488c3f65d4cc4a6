// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/optional_argument.dir -
#include <optional>
#include <torch/torch.h>

torch::Tensor masks(torch::Tensor x, std::optional<torch::Tensor> mask = std::nullopt) {
  if (!mask.has_value())
    mask = torch::ones({4});
  return x * *mask;
}
