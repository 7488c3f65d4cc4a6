// Autocast is for one type of device. LibTorch has no scope for it; programs write one, or switch it on and off.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --select device-autocast-mismatch %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <ATen/autocast_mode.h>
#include <torch/torch.h>

class Autocast {
public:
  explicit Autocast(at::DeviceType type) : type(type), before(at::autocast::is_autocast_enabled(type)) {
    at::autocast::set_autocast_enabled(type, true);
    at::autocast::increment_nesting();
  }
  ~Autocast() {
    if (at::autocast::decrement_nesting() == 0)
      at::autocast::clear_cache();
    at::autocast::set_autocast_enabled(type, before);
  }

private:
  at::DeviceType type;
  bool before;
};

torch::Tensor scope_bad(torch::Tensor x) {
  torch::nn::Conv2d layer(torch::nn::Conv2dOptions(3, 8, 3));
  Autocast scope(at::kCUDA);
  return layer(x);
  // CHECK: :[[@LINE-1]]:10: warning: 'Conv2d' is called under autocast for another device: 'layer' on cpu, the autocast region on cuda [device-autocast-mismatch]
}

torch::Tensor scope_ok(torch::Tensor x) {
  torch::nn::Conv2d layer(torch::nn::Conv2dOptions(3, 8, 3));
  layer->to(torch::kCUDA);
  Autocast scope(at::kCUDA);
  return layer(x.to(torch::kCUDA));
}

float train_bad(torch::Tensor x, torch::Tensor y) {
  torch::nn::Sequential model(torch::nn::Linear(4, 8), torch::nn::ReLU(), torch::nn::Linear(8, 1));
  model->to(torch::Device(torch::kCUDA, 0));
  torch::optim::SGD optimizer(model->parameters(), 0.1);
  at::autocast::set_autocast_enabled(at::kCPU, true);
  auto loss = torch::mse_loss(model->forward(x.to(torch::kCUDA)), y.to(torch::kCUDA));
  // CHECK: :[[@LINE-1]]:38: warning: 'Sequential' is called under autocast for another device: 'model' on cuda:0, the autocast region on cpu [device-autocast-mismatch]
  at::autocast::set_autocast_enabled(at::kCPU, false);
  optimizer.zero_grad();
  loss.backward();
  optimizer.step();
  return loss.item<float>();
}

float train_ok(torch::Tensor x, torch::Tensor y) {
  torch::nn::Sequential model(torch::nn::Linear(4, 8), torch::nn::ReLU(), torch::nn::Linear(8, 1));
  model->to(torch::Device(torch::kCUDA, 0));
  torch::optim::SGD optimizer(model->parameters(), 0.1);
  at::autocast::set_autocast_enabled(at::kCUDA, true);
  auto loss = torch::mse_loss(model->forward(x.to(torch::kCUDA)), y.to(torch::kCUDA));
  at::autocast::set_autocast_enabled(at::kCUDA, false);
  optimizer.zero_grad();
  loss.backward();
  optimizer.step();
  return loss.item<float>();
}
