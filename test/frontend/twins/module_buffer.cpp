// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/module_buffer.cpp.dir -
#include <torch/torch.h>

struct Norm : torch::nn::Module {
  Norm() {
    mean = register_buffer("mean", torch::zeros({4}));
    weight = register_parameter("weight", torch::ones({4}));
  }

  torch::Tensor forward(torch::Tensor x) { return (x - mean) * weight; }

  torch::Tensor mean, weight;
};
