// A finding of each check that repairs.
#include <torch/script.h>
#include <torch/torch.h>

torch::Tensor mixed_operands(torch::nn::Linear model, torch::Device device) {
  model->to(device);
  auto input = torch::randn({8, 4}, device);
  return model(input);
}

torch::Tensor discarded_move(torch::Device device) {
  auto x = torch::ones({4, 4});
  x.t_();
  x = x.to(device);
  return x;
}

torch::jit::Module load_without_map_location(const std::string &path, torch::Device device) {
  auto model = torch::jit::load(path, device);
  model.to(device);
  return model;
}

void load_after_move(torch::nn::Linear model, torch::Device device) {
  model->to(device);
  torch::load(model, "model.pt", device);
}

torch::Tensor implicit_creation(torch::Tensor x) {
  auto bias = torch::ones({4}, x.device());
  return torch::matmul(x, bias);
}

torch::Tensor mixed_transfer(torch::Tensor a, torch::Tensor b, torch::Device device) {
  return torch::matmul(a.to(device), b.to(device));
}

torch::Tensor fixed_index(torch::Tensor x, torch::Device device) {
  auto scale = torch::ones({4}, device);
  return x.to(device) * scale;
}

torch::Tensor unguarded_accelerator() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  auto x = torch::ones({4}, device);
  return x + torch::ones({4}, device);
}

// Only slow: level 3.
torch::Tensor create_then_move(torch::Device device) { return torch::zeros({2, 4}).to(device) + 1; }
