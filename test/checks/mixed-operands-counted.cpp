// A helper that compares the number of accelerators with an index of its caller's.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

torch::Device tryGpu(size_t i) {
  if (torch::cuda::device_count() >= (i + 1))
    return torch::Device(torch::kCUDA, i);
  return torch::kCPU;
}

torch::Device tryOther(int64_t i) {
  return i < torch::cuda::device_count() ? torch::Device(torch::kCUDA, i) : torch::Device(torch::kCPU);
}

struct NetImpl : torch::nn::Module {
  torch::nn::Linear fc{nullptr};
  NetImpl() { fc = register_module("fc", torch::nn::Linear(2, 2)); }
  torch::Tensor forward(torch::Tensor x) { return fc(x); }
};
TORCH_MODULE(Net);

torch::Tensor inputBad() {
  torch::Device device = tryGpu(0);
  Net net;
  net->to(device);
  return net->forward(torch::ones({2, 2}));
  // CHECK: :[[@LINE-1]]:15: warning: operands of 'Linear' may be on different devices: 'fc' on cuda, 'x' on cpu [device-mixed-operands]
}
torch::Tensor inputGood() {
  torch::Device device = tryGpu(0);
  Net net;
  net->to(device);
  return net->forward(torch::ones({2, 2}, device));
}

torch::Tensor otherBad() {
  torch::Device device = tryOther(0);
  return torch::ones({2}, device) + torch::ones({2});
  // CHECK: :[[@LINE-1]]:35: warning: operands of '+' may be on different devices
}
torch::Tensor otherGood() {
  torch::Device device = tryOther(0);
  return torch::ones({2}, device) + torch::ones({2}, device);
}

// On a machine with one, the second is the CPU.
torch::Tensor secondBad() {
  torch::Tensor x = torch::ones({2}, tryGpu(0)), y = torch::ones({2}, tryGpu(1));
  return x + y;
  // CHECK: :[[@LINE-1]]:12: warning: operands of '+' may be on different devices
}
torch::Tensor secondGood() {
  torch::Tensor x = torch::ones({2}, tryGpu(0)), y = torch::ones({2}, tryGpu(1)).to(x.device());
  return x + y;
}

torch::Tensor withoutBad(torch::Tensor x) {
  return torch::ones({2}, tryGpu(0)) + x.cuda();
  // CHECK: :[[@LINE-1]]:{{.*}} warning: {{.*}} [device-unguarded-accelerator]
}

// Who has counted enough for an index has one.
torch::Tensor countedGood(torch::Tensor x, int i) {
  if (torch::cuda::device_count() > i)
    return x.cuda();
  return x;
}
