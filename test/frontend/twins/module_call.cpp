// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/module_call.dir -
#include <torch/torch.h>

torch::Tensor calls(torch::nn::Linear layer, torch::Tensor x) {
  auto hidden = layer(x);
  return layer->weight + hidden;
}
