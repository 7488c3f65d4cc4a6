// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/module_registration.cpp.dir -
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() : fc(register_module("fc", torch::nn::Linear(4, 2))) {}

  torch::Tensor forward(torch::Tensor x) { return torch::relu(fc(x)); }

  torch::nn::Linear fc;
};
