// Weights that a loss is given through its options.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

torch::Tensor weightBad(torch::Tensor x, torch::Tensor target) {
  auto weight = torch::tensor({0.1, 0.9});
  torch::nn::CrossEntropyLoss loss(torch::nn::CrossEntropyLossOptions().weight(weight).label_smoothing(0.1));
  return loss(x.cuda(), target.cuda());
  // CHECK: :[[@LINE-1]]:{{.*}} operands of 'CrossEntropyLoss' {{are|may be}} on different devices: {{.*}} on cpu, {{.*}} on cuda [device-mixed-operands]
}

torch::Tensor weightGood(torch::Tensor x, torch::Tensor target) {
  auto weight = torch::tensor({0.1, 0.9}, torch::kCUDA);
  torch::nn::CrossEntropyLoss loss(torch::nn::CrossEntropyLossOptions().weight(weight).label_smoothing(0.1));
  return loss(x.cuda(), target.cuda());
}

torch::Tensor namedBad(torch::Tensor x, torch::Tensor target) {
  auto options = torch::nn::BCEWithLogitsLossOptions().reduction(torch::kSum);
  options.pos_weight(torch::tensor({3.0, 1.0}));
  torch::nn::BCEWithLogitsLoss loss(options);
  return loss(x.cuda(), target.cuda());
  // CHECK: :[[@LINE-1]]:{{.*}} operands of 'BCEWithLogitsLoss' {{are|may be}} on different devices
}

torch::Tensor movedGood(torch::Tensor x, torch::Tensor target) {
  auto options = torch::nn::BCEWithLogitsLossOptions().reduction(torch::kSum);
  options.pos_weight(torch::tensor({3.0, 1.0}));
  torch::nn::BCEWithLogitsLoss loss(options);
  loss->to(torch::kCUDA);
  return loss(x.cuda(), target.cuda());
}
