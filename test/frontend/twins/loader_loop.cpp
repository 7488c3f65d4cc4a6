// RUN: dt-lower %s -- %torch_flags -include-pch %torch_pch | dt-ir --canonical | diff %S/loader_loop.dir -
#include <torch/torch.h>
#include <vector>

void trains(torch::nn::Linear model, const std::vector<torch::data::Example<>> &loader, torch::Device device) {
  model->to(device);
  for (const auto &batch : loader) {
    auto data = batch.data.to(device);
    auto target = batch.target;
    auto output = model(data);
    auto loss = torch::nn::functional::cross_entropy(output, target);
    loss.backward();
  }
}
