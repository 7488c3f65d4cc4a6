// A loss without state has nothing to move.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-moved-loss %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

torch::Tensor moved_bad(torch::nn::Linear model, torch::Tensor x, torch::Tensor y, torch::Device device) {
  torch::nn::MSELoss criterion;
  criterion->to(device);
  // CHECK: :[[@LINE-1]]:14: warning: 'criterion' is a 'MSELoss' without state: there is nothing to move [device-moved-loss]
  return criterion(model(x), y);
}

torch::Tensor moved_ok(torch::nn::Linear model, torch::Tensor x, torch::Tensor y, torch::Device device) {
  torch::nn::MSELoss criterion;
  return criterion(model(x), y);
}

torch::Tensor reduced_bad(torch::Tensor x, torch::Tensor y) {
  auto criterion = torch::nn::L1Loss();
  criterion->to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:14: warning: 'criterion' is a 'L1Loss' without state: there is nothing to move [device-moved-loss]
  return criterion(x, y);
}

torch::Tensor weighted_ok(torch::Tensor x, torch::Tensor y, torch::Tensor weight) {
  torch::nn::CrossEntropyLoss criterion(torch::nn::CrossEntropyLossOptions().weight(weight));
  criterion->to(torch::kCUDA);
  return criterion(x, y);
}

torch::Tensor options_bad(torch::Tensor x, torch::Tensor y) {
  torch::nn::CrossEntropyLoss criterion(torch::nn::CrossEntropyLossOptions().reduction(torch::kSum));
  criterion->to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:14: warning: 'criterion' is a 'CrossEntropyLoss' without state: there is nothing to move [device-moved-loss]
  return criterion(x, y);
}

// Options that come from elsewhere may have a weight.
torch::Tensor given_options_ok(torch::Tensor x, torch::Tensor y, torch::nn::CrossEntropyLossOptions options) {
  torch::nn::CrossEntropyLoss criterion(options);
  criterion->to(torch::kCUDA);
  return criterion(x, y);
}

void layer_ok(torch::nn::Linear model) { model->to(torch::kCUDA); }

// An activation without state is moved with everything else; nobody takes it for what decides where a loss is.
void activation_ok(torch::nn::ReLU relu) { relu->to(torch::kCUDA); }
