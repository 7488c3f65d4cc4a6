// A move that returns a new tensor and whose result is dropped. Modules move in place.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-discarded-move %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

#include <vector>

void statement_bad() {
  auto x = torch::ones({2});
  x.to(torch::kCUDA);
  // CHECK: :[[@LINE-1]]:5: warning: result of 'to' is discarded; 'x' stays on cpu [device-discarded-move]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cpu here, the default device
}

void statement_ok() {
  auto x = torch::ones({2});
  x = x.to(torch::kCUDA);
}

void parameter_bad(torch::Tensor x, torch::Device device) {
  x.to(device);
  // CHECK: :[[@LINE-1]]:5: warning: result of 'to' is discarded; 'x' stays where it was [device-discarded-move]
  // CHECK: :[[@LINE-3]]:34: note: 'x' is a parameter of 'parameter_bad' and is on its caller's device
  // CHECK: :[[@LINE-3]]:3: note: possible fix: assign the result to 'x'
}

torch::Tensor parameter_ok(torch::Tensor x, torch::Device device) {
  x = x.to(device);
  return x;
}

void cuda_bad(torch::Tensor x) {
  x.cuda();
  // CHECK: :[[@LINE-1]]:5: warning: result of 'cuda' is discarded; 'x' stays where it was [device-discarded-move]
  // CHECK: :[[@LINE-3]]:29: note: 'x' is a parameter of 'cuda_bad' and is on its caller's device
  // CHECK: :[[@LINE-3]]:3: note: possible fix: assign the result to 'x'
}

void cpu_bad() {
  auto x = torch::ones({2}, torch::kCUDA);
  x.cpu();
  // CHECK: :[[@LINE-1]]:5: warning: result of 'cpu' is discarded; 'x' stays on cuda [device-discarded-move]
  // CHECK: :[[@LINE-3]]:12: note: 'x' created on cuda here
}

void cpu_ok() {
  auto x = torch::ones({2}, torch::kCUDA);
  x = x.cpu();
}

void options_bad(torch::Tensor x, torch::Tensor y) {
  x.to(y.options());
  // CHECK: :[[@LINE-1]]:5: warning: result of 'to' is discarded; 'x' stays where it was [device-discarded-move]
  // CHECK: :[[@LINE-3]]:32: note: 'x' is a parameter of 'options_bad' and is on its caller's device
  // CHECK: :[[@LINE-3]]:3: note: possible fix: assign the result to 'x'
  x.to(y);
  // CHECK: :[[@LINE-1]]:5: warning: result of 'to' is discarded; 'x' stays where it was [device-discarded-move]
  // CHECK: :[[@LINE-7]]:32: note: 'x' is a parameter of 'options_bad' and is on its caller's device
  // CHECK: :[[@LINE-3]]:3: note: possible fix: assign the result to 'x'
}

torch::Tensor options_ok(torch::Tensor x, torch::Tensor y) { return x.to(y.options()); }

void already_there_ok() {
  auto x = torch::ones({2}, torch::kCUDA);
  x.to(torch::kCUDA);
}

void dtype_ok(torch::Tensor x) { x.to(torch::kFloat); }

void module_ok(torch::nn::Sequential model, torch::Device device) {
  torch::nn::Linear layer(2, 2);
  layer->to(device);
  model->to(device);
  auto shared = std::make_shared<torch::nn::LinearImpl>(2, 2);
  shared->to(torch::kCUDA);
}

struct NetImpl : torch::nn::Module {
  NetImpl() { weight = register_parameter("weight", torch::ones({2})); }
  void place_ok(torch::Device device) { to(device); }
  void place_bad(torch::Device device) {
    weight.to(device);
    // CHECK: :[[@LINE-1]]:12: warning: result of 'to' is discarded; 'weight' stays where it was [device-discarded-move]
  }
  torch::Tensor weight;
};

void in_branch_bad(torch::Tensor x) {
  if (torch::cuda::is_available())
    x.to(torch::kCUDA);
    // CHECK: :[[@LINE-1]]:7: warning: result of 'to' is discarded; 'x' stays where it was [device-discarded-move]
    // CHECK: :[[@LINE-4]]:34: note: 'x' is a parameter of 'in_branch_bad' and is on its caller's device
    // CHECK: :[[@LINE-3]]:5: note: possible fix: assign the result to 'x'
}

void in_branch_ok(torch::Tensor x) {
  if (torch::cuda::is_available())
    x = x.to(torch::kCUDA);
  x.sum();
}

void loop_copy_bad(const std::vector<torch::Tensor> &parts) {
  for (auto part : parts)
    part = part.to(torch::kCUDA);
    // CHECK: :[[@LINE-1]]:17: warning: result of 'to' is discarded; 'part' stays where it was [device-discarded-move]
}

void loop_copy_ok(std::vector<torch::Tensor> &parts) {
  for (auto &part : parts)
    part = part.to(torch::kCUDA);
}

struct Batch {
  torch::Tensor data, target;
};

void member_bad(Batch &batch, torch::Device device) {
  batch.data.to(device);
  // CHECK: :[[@LINE-1]]:14: warning: result of 'to' is discarded; 'batch.data' stays where it was [device-discarded-move]
}

void member_ok(Batch &batch, torch::Device device) { batch.data = batch.data.to(device); }

void temporary_bad(torch::nn::Linear &model, torch::Tensor x) {
  model(x).to(torch::kCPU);
  // CHECK: :[[@LINE-1]]:12: warning: result of 'to' is discarded; 'model(x)' stays where it was [device-discarded-move]
  // CHECK: :[[@LINE-3]]:39: note: 'model' is a parameter of 'temporary_bad' and is on its caller's device
}

class Queue {
public:
  void to(torch::Device) {}
};

void user_class_ok(Queue &queue, torch::Device device) { queue.to(device); }
