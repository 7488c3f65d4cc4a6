// Loops: loaders, accumulators, collected batches.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

#include <vector>

namespace nn = torch::nn;

static auto loader() {
  auto dataset = torch::data::datasets::MNIST("data").map(torch::data::transforms::Stack<>());
  return torch::data::make_data_loader(std::move(dataset), 64);
}

void target_forgotten_bad() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  nn::Linear model(784, 10);
  model->to(device);
  auto batches = loader();
  for (auto &batch : *batches) {
    auto data = batch.data.to(device);
    auto output = model(data.flatten(1));
    auto loss = nn::functional::cross_entropy(output, batch.target);
    // CHECK: :[[@LINE-1]]:17: warning: operands of 'cross_entropy' may be on different devices: 'output' on cuda, 'batch.target' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-7]]:10: note: 'model' moved to cuda here
    // CHECK: :[[@LINE-4]]:19: note: 'output' comes from 'model(data.flatten(1))' here
    // CHECK: :[[@LINE-7]]:14: note: 'batch.target' collated on cpu here by the data loader; it fails on a machine with a GPU
    loss.backward();
  }
}

void target_forgotten_ok() {
  torch::Device device(torch::cuda::is_available() ? torch::kCUDA : torch::kCPU);
  nn::Linear model(784, 10);
  model->to(device);
  auto batches = loader();
  for (auto &batch : *batches) {
    auto data = batch.data.to(device);
    auto output = model(data.flatten(1));
    auto loss = nn::functional::cross_entropy(output, batch.target.to(device));
    loss.backward();
  }
}

void inline_loader_bad() {
  auto batches = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(
      torch::data::datasets::MNIST("data").map(torch::data::transforms::Stack<>()), 64);
  nn::Sequential model(nn::Flatten(), nn::Linear(784, 10));
  model->to(torch::kCUDA);
  for (auto &batch : *batches)
    model->forward(batch.data);
    // CHECK: :[[@LINE-1]]:12: warning: operands of 'Sequential' are on different devices: 'model' on cuda, 'batch.data' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-4]]:10: note: 'model' moved to cuda here
    // CHECK: :[[@LINE-4]]:14: note: 'batch.data' collated on cpu here by the data loader
}

void inline_loader_ok() {
  auto batches = torch::data::make_data_loader<torch::data::samplers::SequentialSampler>(
      torch::data::datasets::MNIST("data").map(torch::data::transforms::Stack<>()), 64);
  nn::Sequential model(nn::Flatten(), nn::Linear(784, 10));
  model->to(torch::kCUDA);
  for (auto &batch : *batches)
    model->forward(batch.data.to(torch::kCUDA));
}

template <typename DataLoader> void train_bad(nn::Linear model, torch::Device device, DataLoader &batches) {
  model->to(device);
  for (auto &batch : batches) {
    auto output = model(batch.data.to(device));
    torch::nll_loss(output, batch.target).backward();
    // CHECK: :[[@LINE-1]]:5: warning: operands of 'nll_loss' may be on different devices: 'output' on 'device', 'batch.target' on cpu [device-mixed-operands]
    // CHECK: :[[@LINE-5]]:10: note: 'model' moved to 'device' here
    // CHECK: :[[@LINE-4]]:19: note: 'output' comes from 'model(batch.data.to(device))' here
    // CHECK: :[[@LINE-6]]:14: note: 'batch.target' collated on cpu here by the data loader; on a machine with a GPU 'output' can be on cuda
  }
}

template <typename DataLoader> void train_ok(nn::Linear model, torch::Device device, DataLoader &batches) {
  model->to(device);
  for (auto &batch : batches) {
    auto output = model(batch.data.to(device));
    torch::nll_loss(output, batch.target.to(device)).backward();
  }
}

void trains() {
  auto batches = loader();
  train_bad(nn::Linear(784, 10), torch::kCUDA, *batches);
  train_ok(nn::Linear(784, 10), torch::kCUDA, *batches);
}

torch::Tensor vector_accumulator_bad(torch::Tensor x) {
  x = x.to(torch::kCUDA);
  auto total = torch::zeros({4});
  for (int i = 0; i < 8; ++i)
    total += x.narrow(0, i, 4);
    // CHECK: :[[@LINE-1]]:11: warning: operands of '+=' are on different devices: 'total' on cpu, 'x.narrow(0, i, 4)' on cuda [device-mixed-operands]
    // CHECK: :[[@LINE-4]]:16: note: 'total' created on cpu here, the default device
    // CHECK: :[[@LINE-6]]:9: note: 'x' moved to cuda here
  return total;
}

torch::Tensor vector_accumulator_ok(torch::Tensor x) {
  x = x.to(torch::kCUDA);
  auto total = torch::zeros({4}, x.device());
  for (int i = 0; i < 8; ++i)
    total += x.narrow(0, i, 4);
  return total;
}

torch::Tensor rebound_accumulator_bad(const std::vector<torch::Tensor> &parts) {
  auto total = torch::zeros({4});
  for (const auto &part : parts)
    total = total + part.to(torch::kCUDA);
    // CHECK: :[[@LINE-1]]:19: warning: operands of '+' are on different devices: 'total' on cpu, 'part.to(torch::kCUDA)' on cuda [device-mixed-operands]
    // CHECK: :[[@LINE-4]]:16: note: 'total' created on cpu here, the default device
    // CHECK: :[[@LINE-3]]:26: note: 'part' moved to cuda here
  return total;
}

torch::Tensor rebound_accumulator_ok(const std::vector<torch::Tensor> &parts) {
  auto total = torch::zeros({4}, torch::kCUDA);
  for (const auto &part : parts)
    total = total + part.to(torch::kCUDA);
  return total;
}

// What a loop appends.
torch::Tensor collected_bad(int64_t count) {
  std::vector<torch::Tensor> outputs;
  for (int64_t i = 0; i < count; ++i)
    outputs.push_back(torch::ones({2}, torch::kCUDA));
  auto all = torch::cat(outputs);
  return all * torch::arange(count);
  // CHECK: :[[@LINE-1]]:14: warning: operands of '*' are on different devices: 'all' on cuda, 'torch::arange(count)' on cpu [device-mixed-operands]
  // CHECK: :[[@LINE-4]]:23: note: 'torch::ones({2}, torch::kCUDA)' created on cuda here
  // CHECK: :[[@LINE-4]]:14: note: 'all' comes from 'torch::cat(outputs)' here
  // CHECK: :[[@LINE-4]]:16: note: 'torch::arange(count)' created on cpu here, the default device
}

torch::Tensor collected_ok(int64_t count) {
  std::vector<torch::Tensor> outputs;
  for (int64_t i = 0; i < count; ++i)
    outputs.push_back(torch::ones({2}, torch::kCUDA));
  auto all = torch::cat(outputs);
  return all * torch::arange(count, torch::kCUDA);
}

// The first round fails.
torch::Tensor concatenated_in_loop_bad(int64_t count) {
  auto all = torch::empty({0});
  for (int64_t i = 0; i < count; ++i)
    all = torch::cat({all, torch::ones({2}, torch::kCUDA)});
  // CHECK: :[[@LINE-1]]:11: warning: operands of 'cat' are on different devices: 'all' on cpu, 'torch::ones({2}, torch::kCUDA)' on cuda [device-mixed-operands]
  // CHECK: note: 'all' created on cpu here, the default device
  // CHECK: note: 'torch::ones({2}, torch::kCUDA)' created on cuda here
  return all;
}

torch::Tensor concatenated_in_loop_ok(int64_t count) {
  auto all = torch::empty({0}, torch::kCUDA);
  for (int64_t i = 0; i < count; ++i)
    all = torch::cat({all, torch::ones({2}, torch::kCUDA)});
  return all;
}

// The copy that was moved is dropped: device-discarded-move says so, once.
void moved_copy_ok() {
  auto weight = torch::ones({4}, torch::kCUDA);
  std::vector<torch::Tensor> made = {torch::ones({4}), torch::ones({4})};
  for (auto part : made)
    part = part.to(torch::kCUDA);
  made[0].add_(weight);
}

void moved_in_container_ok() {
  auto weight = torch::ones({4}, torch::kCUDA);
  std::vector<torch::Tensor> made = {torch::ones({4}), torch::ones({4})};
  for (auto &part : made)
    part = part.to(torch::kCUDA);
  made[0].add_(weight);
}

torch::Tensor hidden_state_ok(const torch::Tensor &inputs, nn::GRUCell &cell, torch::Device device) {
  cell->to(device);
  auto state = torch::zeros({8, 4}, device);
  for (int64_t t = 0; t < inputs.size(0); ++t)
    state = cell(inputs[t].to(device), state);
  return state;
}

// The first round meets what was made before the loop.
torch::Tensor hidden_state(const torch::Tensor &inputs, nn::GRUCell &cell, torch::Device device) {
  cell->to(device);
  auto state = torch::zeros({8, 4});
  for (int64_t t = 0; t < inputs.size(0); ++t)
    state = cell(inputs[t].to(device), state);
  // CHECK: :[[@LINE-1]]:13: warning: operands of 'GRUCell' may be on different devices: 'cell' on 'device', 'state' on cpu [device-mixed-operands]
  // CHECK: note: 'cell' moved to 'device' here
  // CHECK: note: 'state' created on cpu here
  return state;
}

torch::Tensor until_ok(torch::Tensor x) {
  auto y = torch::ones({2}, torch::kCUDA);
  while (true) {
    y = y * 2 + torch::rand_like(y);
    if (y.sum().item<float>() > 10)
      break;
  }
  return y.cpu() + torch::ones({2});
}

// The first round has what was there before the loop, whoever knows where that leads.
void first_round_bad(torch::Tensor x, torch::Device device) {
  auto state = torch::zeros({3});
  for (int i = 0; i < 3; ++i)
    state = x.to(device) * state;
  // CHECK: :[[@LINE-1]]:26: warning: operands of '*' may be on different devices: 'x.to(device)' on 'device', 'state' on cpu [device-mixed-operands]
  // CHECK: note: 'x' moved to 'device' here
  // CHECK: note: 'state' created on cpu here
  // CHECK: fix: create 'state' on 'device'
}

void first_round_ok(torch::Tensor x, torch::Device device) {
  auto state = torch::zeros({3}, device);
  for (int i = 0; i < 3; ++i)
    state = x.to(device) * state;
}

using State = std::tuple<torch::Tensor, torch::Tensor>;
static State initial(torch::Device where) { return {torch::zeros({2}, where), torch::zeros({2}, where)}; }
static State detached(const State &s) { return {std::get<0>(s).detach(), std::get<1>(s).detach()}; }

void recurrent_state_bad(torch::Tensor x, torch::Device device) {
  nn::LSTM lstm(3, 3);
  lstm->to(device);
  State state = initial(torch::kCPU);
  for (int i = 0; i < 3; ++i) {
    auto [output, next] = lstm->forward(x.to(device), detached(state));
    // CHECK: :[[@LINE-1]]:33: warning: operands of 'LSTM' may be on different devices: 'lstm' on 'device', 'detached(state)' on cpu [device-mixed-operands]
    // CHECK: note: 'lstm' moved to 'device' here
    // CHECK: note: {{.*}} created on cpu here
    state = next;
  }
}

void recurrent_state_ok(torch::Tensor x, torch::Device device) {
  nn::LSTM lstm(3, 3);
  lstm->to(device);
  State state = initial(device);
  for (int i = 0; i < 3; ++i) {
    auto [output, next] = lstm->forward(x.to(device), detached(state));
    state = next;
  }
}
