// State of an optimizer stays where it was made; most make it in the first step.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-optimizer-before-move %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

void adagrad_bad() {
  torch::nn::Linear model(4, 2);
  torch::optim::Adagrad optimizer(model->parameters(), 0.1);
  model->to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:10: warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda [device-optimizer-before-move]
  // CHECK: :[[@LINE-3]]:25: note: 'optimizer' created on cpu here
  optimizer.step();
}

void adagrad_ok() {
  torch::nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  torch::optim::Adagrad optimizer(model->parameters(), 0.1);
  optimizer.step();
}

void variable_bad(torch::Device device) {
  torch::nn::Linear model(4, 2);
  torch::optim::Adagrad optimizer(model->parameters(), torch::optim::AdagradOptions(0.1));
  model->to(device);
  // CHECK: :[[@LINE-1]]:10: warning: 'to' may move parameters away from their optimizer: the optimizer's state on cpu, the parameters on 'device' [device-optimizer-before-move]
  // CHECK: :[[@LINE-3]]:25: note: 'optimizer' created on cpu here
}

void variable_ok(torch::Device device) {
  torch::nn::Linear model(4, 2);
  model->to(device);
  torch::optim::Adagrad optimizer(model->parameters(), torch::optim::AdagradOptions(0.1));
}

void loaded_bad() {
  torch::nn::Linear model(4, 2);
  torch::optim::Adam optimizer(model->parameters(), 1e-3);
  torch::load(optimizer, "adam.pt", torch::kCPU);
  model->to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:10: warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda [device-optimizer-before-move]
  // CHECK: :[[@LINE-3]]:3: note: 'optimizer' loaded onto cpu here
}

void loaded_ok() {
  torch::nn::Linear model(4, 2);
  torch::optim::Adam optimizer(model->parameters(), 1e-3);
  torch::load(optimizer, "adam.pt", torch::kCUDA);
  model->to(torch::kCUDA);
}

// The parameters stay the same objects and the state is made in the first step.
void adam_ok() {
  torch::nn::Linear model(4, 2);
  torch::optim::Adam optimizer(model->parameters(), 1e-3);
  model->to(torch::kCUDA);
  optimizer.step();
}

// Back to the CPU is how models are saved.
void saved_ok() {
  torch::nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  torch::optim::Adagrad optimizer(model->parameters(), 0.1);
  optimizer.step();
  model->to(torch::kCPU);
  torch::save(model, "model.pt");
}

torch::Tensor tensor_bad() {
  auto weight = torch::zeros({3});
  torch::optim::SGD optimizer(std::vector<torch::Tensor>{weight}, 0.1);
  weight = weight.to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:19: warning: 'to' moves parameters away from their optimizer: what the optimizer was given on cpu, the parameters on cuda [device-optimizer-before-move]
  // CHECK: :[[@LINE-4]]:17: note: 'weight' created on cpu here, the default device
  return weight;
}

torch::Tensor tensor_ok() {
  auto weight = torch::zeros({3});
  weight = weight.to(torch::kCUDA);
  torch::optim::SGD optimizer(std::vector<torch::Tensor>{weight}, 0.1);
  return weight;
}

// A module that came in: who gives it knows where it was.
void train(torch::nn::Linear model, torch::Device device) {
  torch::optim::Adagrad optimizer(model->parameters(), 0.1);
  model->to(device);
  optimizer.step();
}
void trainBehind(torch::nn::Linear model, torch::Device device) {
  model->to(device);
  torch::optim::Adagrad optimizer(model->parameters(), 0.1);
  optimizer.step();
}
void given_bad() {
  torch::nn::Linear model(4, 2);
  train(model, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:3: warning: 'to' moves parameters away from their optimizer: the optimizer's state on cpu, the parameters on cuda
  // CHECK-COUNT-2: note:
}
void given_ok() {
  torch::nn::Linear model(4, 2);
  trainBehind(model, torch::kCUDA);
}
// Back to the CPU is how models are saved.
void back_ok() {
  torch::nn::Linear model(4, 2);
  model->to(torch::kCUDA);
  train(model, torch::kCPU);
}
