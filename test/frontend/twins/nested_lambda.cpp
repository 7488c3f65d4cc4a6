// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/nested_lambda.dir -
#include <torch/torch.h>

torch::Tensor goes_deep(torch::Tensor x, torch::Device device) {
  auto outer = [device](torch::Tensor t) {
    auto inner = [device](torch::Tensor u) { return u.to(device); };
    return inner(t);
  };
  return outer(x);
}
