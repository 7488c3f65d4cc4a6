// What makes the host wait for the accelerator in each iteration.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-hidden-sync %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <iostream>
#include <torch/torch.h>

float item_bad(torch::nn::Linear model, std::vector<torch::Tensor> batches, torch::Device device) {
  model->to(device);
  float total = 0;
  for (auto &batch : batches) {
    auto loss = model(batch.to(device)).mean();
    total += loss.item<float>();
    // CHECK: :[[@LINE-1]]:19: warning: 'item' waits for 'loss' on 'device' in each iteration of the loop [device-hidden-sync]
    // CHECK: :[[@LINE-6]]:10: note: 'model' moved to 'device' here
  }
  return total;
}

float item_ok(torch::nn::Linear model, std::vector<torch::Tensor> batches, torch::Device device) {
  model->to(device);
  auto total = torch::zeros({}, device);
  for (auto &batch : batches) {
    auto loss = model(batch.to(device)).mean();
    total += loss.detach();
  }
  return total.item<float>();
}

std::vector<torch::Tensor> to_cpu_bad(int n) {
  std::vector<torch::Tensor> all;
  auto x = torch::ones({16}, torch::kCUDA);
  for (int i = 0; i < n; ++i) {
    x = torch::sigmoid(x);
    all.push_back(x.cpu());
    // CHECK: :[[@LINE-1]]:21: warning: 'cpu' waits for 'x' on cuda in each iteration of the loop [device-hidden-sync]
    // CHECK: note: 'x' created on cuda here
  }
  return all;
}

std::vector<torch::Tensor> to_cpu_ok(int n) {
  std::vector<torch::Tensor> all;
  auto x = torch::ones({16}, torch::kCUDA);
  for (int i = 0; i < n; ++i) {
    x = torch::sigmoid(x);
    all.push_back(x);
  }
  return {torch::stack(all).cpu()};
}

void printed_bad(int n) {
  auto x = torch::ones({16}, torch::kCUDA);
  for (int i = 0; i < n; ++i) {
    x = x * 2;
    std::cout << i << ": " << x << "\n";
    // CHECK: :[[@LINE-1]]:28: warning: '<<' waits for 'x' on cuda in each iteration of the loop [device-hidden-sync]
    // CHECK: note: 'x' created on cuda here
  }
}

void printed_ok(int n) {
  auto x = torch::ones({16}, torch::kCUDA);
  for (int i = 0; i < n; ++i) {
    x = x * 2;
    std::cout << i << ": " << x.sizes() << "\n";
  }
  std::cout << x << "\n";
}

// A number now and then.
void now_and_then_ok(int n) {
  auto x = torch::ones({16}, torch::kCUDA);
  for (int i = 0; i < n; ++i) {
    x = x * 2;
    if (i % 100 == 0)
      std::cout << x.sum().item<float>() << "\n";
  }
}

// Once in an epoch.
void epoch_ok(torch::nn::Linear model, std::vector<torch::Tensor> batches, torch::Device device) {
  model->to(device);
  for (int epoch = 0; epoch < 10; ++epoch) {
    auto total = torch::zeros({}, device);
    for (auto &batch : batches)
      total += model(batch.to(device)).mean().detach();
    std::cout << epoch << ": " << total.item<float>() << "\n";
  }
}

// Nobody waits for what is on the host.
float host_ok(int n) {
  auto x = torch::ones({16});
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (x * i).sum().item<float>();
  return sum;
}

// Nor does a copy that is told not to wait.
void no_wait_ok(int n, std::vector<torch::Tensor> &out) {
  auto x = torch::ones({16}, torch::kCUDA);
  for (int i = 0; i < n; ++i)
    out.push_back((x * i).to(torch::kCPU, /*non_blocking=*/true));
}
