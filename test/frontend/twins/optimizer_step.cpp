// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/optimizer_step.dir -
#include <torch/torch.h>

double steps(torch::nn::Linear model, torch::Tensor x) {
  torch::optim::Adagrad optimizer(model->parameters());
  optimizer.zero_grad();
  auto loss = model(x).sum();
  loss.backward();
  optimizer.step();
  return loss.item<double>();
}
