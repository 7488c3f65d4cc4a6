// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/module_class.dir -
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net(int64_t width) : width(width), scale(torch::ones({4})) {}

  torch::Tensor forward(torch::Tensor x) { return widen(x) * scale; }
  torch::Tensor widen(torch::Tensor x) { return x * width; }

  int64_t width;
  torch::Tensor scale;
};
