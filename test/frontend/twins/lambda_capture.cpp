// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/lambda_capture.dir -
#include <torch/torch.h>

torch::Tensor through_lambda(torch::Tensor x, torch::Device device) {
  auto move = [device](torch::Tensor t) { return t.to(device); };
  return move(x);
}
