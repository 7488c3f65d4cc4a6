// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/module_to.dir -
#include <memory>
#include <torch/torch.h>

struct Net : torch::nn::Module {
  torch::Tensor forward(torch::Tensor x) { return x.relu(); }
};

torch::Tensor infers(torch::Tensor x, torch::Device device) {
  auto model = std::make_shared<Net>();
  model->to(device);
  model->eval();
  return model->forward(x);
}
