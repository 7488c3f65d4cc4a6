// Tensors that each iteration moves again.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-move-in-loop %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

struct Sample {
  torch::Tensor data, target;
};

void weights_bad(torch::nn::Linear model, std::vector<torch::Tensor> batches, torch::Device device) {
  auto weights = torch::rand({10});
  for (auto &batch : batches) {
    auto loss = torch::binary_cross_entropy(model(batch.to(device)), batch, weights.to(device));
    // CHECK: :[[@LINE-1]]:85: warning: 'weights' is moved to 'device' again in each iteration of the loop [device-move-in-loop]
    // CHECK: :[[@LINE-4]]:18: note: 'weights' created on cpu here, the default device
    loss.backward();
  }
}

void weights_ok(torch::nn::Linear model, std::vector<torch::Tensor> batches, torch::Device device) {
  auto weights = torch::rand({10}).to(device);
  for (auto &batch : batches) {
    auto loss = torch::binary_cross_entropy(model(batch.to(device)), batch, weights);
    loss.backward();
  }
}

torch::Tensor counted_bad(torch::Tensor x) {
  auto shift = torch::linspace(0, 1, 8);
  for (int i = 0; i < 10; ++i)
    x = x.cuda() + shift.cuda() * i;
    // CHECK: :[[@LINE-1]]:26: warning: 'shift' is moved to cuda again in each iteration of the loop [device-move-in-loop]
    // CHECK: :[[@LINE-4]]:16: note: 'shift' created on cpu here, the default device
  return x;
}

torch::Tensor counted_ok(torch::Tensor x) {
  auto shift = torch::linspace(0, 1, 8).cuda();
  for (int i = 0; i < 10; ++i)
    x = x.cuda() + shift * i;
  return x;
}

// The same in the inner loop only: the batch is new in the outer one.
void inner_bad(int steps, torch::Device device) {
  for (int i = 0; i < 10; ++i) {
    auto batch = torch::randn({8, i});
    while (steps-- > 0)
      torch::relu(batch.to(device));
      // CHECK: :[[@LINE-1]]:25: warning: 'batch' is moved to 'device' again in each iteration of the loop [device-move-in-loop]
      // CHECK: :[[@LINE-4]]:18: note: 'batch' created on cpu here, the default device
  }
}

void inner_ok(int steps, torch::Device device) {
  for (int i = 0; i < 10; ++i) {
    auto batch = torch::randn({8, i}).to(device);
    while (steps-- > 0)
      torch::relu(batch);
  }
}

// Another tensor, another device, or other contents in each iteration.
void each_batch_ok(std::vector<torch::Tensor> batches, torch::Device device) {
  for (auto &batch : batches)
    torch::relu(batch.to(device));
}

torch::Tensor moved_back_ok(int n, torch::Device device) {
  auto x = torch::ones({4});
  for (int i = 0; i < n; ++i)
    x = torch::relu(x.to(device)).cpu();
  return x;
}

void each_device_ok(std::vector<torch::Device> devices) {
  auto x = torch::ones({4});
  for (auto device : devices)
    torch::relu(x.to(device));
}

void staging_ok(std::vector<torch::Tensor> frames, torch::Device device) {
  auto buffer = torch::empty({3, 64, 64});
  for (auto &frame : frames) {
    buffer.copy_(frame);
    torch::relu(buffer.to(device));
  }
}

void pointer_ok(int n, torch::Device device) {
  auto buffer = torch::empty({16});
  float *data = buffer.data_ptr<float>();
  for (int i = 0; i < n; ++i) {
    data[0] = float(i);
    torch::relu(buffer.to(device));
  }
}

// Each iteration writes to its own copy.
void own_copy_ok(std::vector<torch::Tensor> inputs, torch::Device device) {
  auto zero = torch::zeros({16});
  for (auto &input : inputs) {
    auto state = zero.to(device);
    state.add_(input);
  }
}

// Once at most, or only now and then.
torch::Tensor once_ok(std::vector<torch::Tensor> inputs, torch::Device device) {
  auto mean = torch::zeros({16});
  for (auto &input : inputs)
    if (input.numel() > 100)
      return mean.to(device);
  return mean;
}

void now_and_then_ok(int n, torch::Device device) {
  auto x = torch::zeros({16});
  for (int i = 0; i < n; ++i)
    if (i % 100 == 0)
      torch::relu(x.to(device));
}

// Where the caller's tensor is already there, nothing is copied.
void parameter_ok(torch::Tensor weights, std::vector<torch::Tensor> batches, torch::Device device) {
  for (auto &batch : batches)
    torch::matmul(batch.to(device), weights.to(device));
}

// A module stays where the first iteration put it.
void module_ok(std::vector<torch::Tensor> batches, torch::Device device) {
  torch::nn::Linear model(4, 4);
  for (auto &batch : batches) {
    model->to(device);
    model(batch.to(device));
  }
}
