// What stands at one position of a vector says nothing about the others.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --worlds gpu --level 1 --output-format concise --select device-mixed-operands %s -- %torch_flags | FileCheck %s --implicit-check-not='warning:'
#include <torch/torch.h>
#include <vector>

torch::Tensor pushedBad() {
  std::vector<torch::Tensor> v;
  for (int i = 0; i < 2; ++i)
    v.push_back(torch::ones({2}));
  v[0] = v[0].cuda();
  return v[0] + torch::ones({2});
  // CHECK: :[[#@LINE-1]]:15: warning: operands of '+' are on different devices: 'v[0]' on cuda
}

torch::Tensor pushedOk() {
  std::vector<torch::Tensor> v;
  for (int i = 0; i < 2; ++i)
    v.push_back(torch::ones({2}));
  v[0] = v[0].cuda();
  return v[1] + torch::ones({2});
}

torch::Tensor filledBad() {
  std::vector<torch::Tensor> v(2, torch::ones({2}));
  v[0] = v[0].cuda();
  return v[0] + torch::ones({2});
  // CHECK: :[[#@LINE-1]]:15: warning: operands of '+' are on different devices: 'v[0]' on cuda
}

torch::Tensor filledOk() {
  std::vector<torch::Tensor> v(2, torch::ones({2}));
  v[0] = v[0].cuda();
  return v[1] + torch::ones({2});
}

torch::Tensor erasedOk() {
  std::vector<torch::Tensor> v = {torch::ones({2}).cuda(), torch::ones({2})};
  v.erase(v.begin());
  return v[0] + torch::ones({2});
}

torch::Tensor poppedOk() {
  std::vector<torch::Tensor> v = {torch::ones({2}).cuda()};
  v.pop_back();
  v.push_back(torch::ones({2}));
  return v[0] + torch::ones({2});
}

// A module of a sequence moves alone; the sequence moves all.
torch::Tensor partBad() {
  torch::nn::Sequential s(torch::nn::Linear(2, 2), torch::nn::Linear(2, 2));
  s->ptr(0)->to(torch::kCUDA);
  return s->at<torch::nn::LinearImpl>(0).forward(torch::ones({2}));
  // CHECK: :[[#@LINE-1]]:42: warning: operands of 'Linear' are on different devices: {{.*}} on cuda
}

torch::Tensor partOk() {
  torch::nn::Sequential s(torch::nn::Linear(2, 2), torch::nn::Linear(2, 2));
  s->ptr(0)->to(torch::kCUDA);
  return s->at<torch::nn::LinearImpl>(1).forward(torch::ones({2}));
}

torch::Tensor wholeBad() {
  torch::nn::Sequential s(torch::nn::Linear(2, 2), torch::nn::Linear(2, 2));
  s.ptr()->to(torch::kCUDA);
  return s->at<torch::nn::LinearImpl>(1).forward(torch::ones({2}));
  // CHECK: :[[#@LINE-1]]:42: warning: operands of 'Linear' are on different devices: {{.*}} on cuda
}

torch::Tensor numberOk() {
  float f = 1;
  return torch::ones({2}).cuda() + torch::from_blob(&f, {});
}
