// The loader's loop moves inputs and labels at the last step; a validation loop forgets the labels.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands,device-discarded-move,device-mixed-transfer,device-unguarded-accelerator %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

static auto loader(torch::data::datasets::MNIST::Mode mode) {
  return torch::data::make_data_loader(
      torch::data::datasets::MNIST("data", mode).map(torch::data::transforms::Stack<>()), 64);
}

int main() {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  torch::nn::Sequential model(torch::nn::Flatten(), torch::nn::Linear(784, 10));
  model->to(device);
  torch::optim::SGD optimizer(model->parameters(), 0.01);
  auto training = loader(torch::data::datasets::MNIST::Mode::kTrain);
  for (auto &batch : *training) {
    auto inputs = batch.data.to(device);
    auto labels = batch.target.to(device);
    optimizer.zero_grad();
    auto loss = torch::nn::functional::cross_entropy(model->forward(inputs), labels);
    loss.backward();
    optimizer.step();
  }
  auto validation = loader(torch::data::datasets::MNIST::Mode::kTest);
  for (auto &batch : *validation) {
    auto inputs = batch.data.to(device);
    auto loss = torch::nn::functional::cross_entropy(model->forward(inputs), batch.target);
    // CHECK: :[[@LINE-1]]:17: warning: operands of 'cross_entropy' may be on different devices: 'model->forward(inputs)' on cuda, 'batch.target' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-16]]:10: note: 'model' moved to cuda here
    // CHECK: :[[@LINE-5]]:14: note: 'batch.target' collated on cpu here by the data loader; it fails on a machine with a GPU
  }
  for (auto &batch : *validation)
    model->forward(batch.data);
    // CHECK: :[[@LINE-1]]:12: warning: operands of 'Sequential' may be on different devices: 'model' on cuda, 'batch.data' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-22]]:10: note: 'model' moved to cuda here
    // CHECK: :[[@LINE-4]]:14: note: 'batch.data' collated on cpu here by the data loader; it fails on a machine with a GPU
}
