// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/no_grad.dir -
#include <torch/torch.h>

torch::Tensor evaluates(torch::nn::Linear model, torch::Tensor x) {
  torch::Tensor result;
  {
    torch::NoGradGuard guard;
    result = model(x);
  }
  return result + 1;
}
