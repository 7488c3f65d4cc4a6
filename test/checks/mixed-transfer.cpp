// cuda() beside to(device) in one function.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-mixed-transfer %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

void batch_bad(torch::nn::Linear model, torch::Tensor data, torch::Device device) {
  model->to(device);
  auto output = model(data.cuda());
  // CHECK: :[[@LINE-1]]:28: warning: 'data' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ [device-mixed-transfer]
  // CHECK: :[[@LINE-3]]:10: note: 'model' moved to the device of 'device' here
}

void batch_ok(torch::nn::Linear model, torch::Tensor data, torch::Device device) {
  model->to(device);
  auto output = model(data.to(device));
}

void variable_bad(torch::Tensor a, torch::Tensor b, int index) {
  torch::Device device = torch::Device(torch::kCUDA, index);
  b = b.to(device);
  if (torch::cuda::is_available())
    a = a.cuda();
    // CHECK: :[[@LINE-1]]:11: warning: 'a' is moved with 'cuda', other tensors with 'to' and 'device': the devices can differ [device-mixed-transfer]
    // CHECK: :[[@LINE-4]]:9: note: 'b' moved to the device of 'device' here
  torch::matmul(a, b);
}

// Where there is a GPU, both mean the current one.
void question_ok(torch::Tensor a, torch::Tensor b) {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  b = b.to(device);
  if (torch::cuda::is_available())
    a = a.cuda();
  torch::matmul(a, b);
}

void variable_ok(torch::Tensor a, torch::Tensor b) {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  b = b.to(device);
  a = a.to(device);
  torch::matmul(a, b);
}

class Trainer {
public:
  void step_bad(torch::Tensor data, torch::Tensor target) {
    auto x = data.to(device_);
    auto y = target.cuda();
    // CHECK: :[[@LINE-1]]:21: warning: 'target' is moved with 'cuda', other tensors with 'to' and 'device_': the devices can differ [device-mixed-transfer]
    // CHECK: :[[@LINE-3]]:19: note: 'data' moved to the device of 'device_' here
    torch::mse_loss(model_(x), y);
  }
  void step_ok(torch::Tensor data, torch::Tensor target) {
    auto x = data.to(device_);
    auto y = target.to(device_);
    torch::mse_loss(model_(x), y);
  }

private:
  torch::Device device_{torch::kCPU};
  torch::nn::Linear model_{nullptr};
};

// One spelling only; copies to the host; a literal is not a variable.
void only_cuda_ok(torch::Tensor a, torch::Tensor b) { torch::matmul(a.cuda(), b.cuda()); }
void back_to_host_ok(torch::Tensor a, torch::Device device) { a.to(device).mul(2).to(torch::kCPU).cpu().sum(); }
void literal_ok(torch::Tensor a, torch::Tensor b) { torch::matmul(a.cuda(), b.to(torch::kCUDA)); }
