// What an algorithm of the standard library calls sees the elements of the range, and what it gives goes where the
// algorithm puts it.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --output-format concise --level 1 %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/torch.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

using Tensors = std::vector<torch::Tensor>;

Tensors capturedBad(const Tensors &images, torch::Device device) {
  auto mean = torch::tensor({0.4, 0.5, 0.6}).view({3, 1, 1});
  Tensors out;
  std::transform(images.begin(), images.end(), std::back_inserter(out),
                 [&](const torch::Tensor &image) { return image.to(device) - mean; });
  // CHECK: :[[@LINE-2]]:{{.*}} operands of '-' may be on different devices: 'image.to(device)' on 'device', 'mean' on cpu [device-mixed-operands]
  return out;
}

Tensors capturedGood(const Tensors &images, torch::Device device) {
  auto mean = torch::tensor({0.4, 0.5, 0.6}, device).view({3, 1, 1});
  Tensors out;
  std::transform(images.begin(), images.end(), std::back_inserter(out),
                 [&](const torch::Tensor &image) { return image.to(device) - mean; });
  return out;
}

torch::Tensor insertedBad(const Tensors &images) {
  Tensors out;
  std::transform(images.begin(), images.end(), std::back_inserter(out),
                 [](const torch::Tensor &image) { return image.cuda(); });
  return out[0] + torch::ones({3});
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '+' are on different devices: 'out[0]' on cuda, 'torch::ones({3})' on cpu
}

torch::Tensor insertedGood(const Tensors &images) {
  Tensors out;
  std::transform(images.begin(), images.end(), std::back_inserter(out),
                 [](const torch::Tensor &image) { return image.cuda(); });
  return out[0] + torch::ones({3}, torch::kCUDA);
}

torch::Tensor twiceGood(const Tensors &images) {
  Tensors out(images.size());
  std::transform(images.begin(), images.end(), images.begin(), out.begin(),
                 [](const torch::Tensor &a, const torch::Tensor &b) { return (a + b).cuda(); });
  return out[0] + torch::ones({3}, torch::kCUDA);
}

torch::Tensor changedBad(Tensors images) {
  std::for_each(images.begin(), images.end(), [](torch::Tensor &image) { image = image.cuda(); });
  return torch::stack(images) * torch::ones({3});
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' {{are|may be}} on different devices: 'torch::stack(images)' on cuda, 'torch::ones({3})' on cpu
}

torch::Tensor changedGood(Tensors images) {
  std::for_each(images.begin(), images.end(), [](torch::Tensor &image) { image = image.cuda(); });
  return torch::stack(images) * torch::ones({3}, torch::kCUDA);
}

torch::Tensor foldedBad(const Tensors &losses) {
  Tensors moved;
  for (const torch::Tensor &loss : losses)
    moved.push_back(loss.cuda());
  return std::accumulate(moved.begin(), moved.end(), torch::zeros({3}));
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '+' are on different devices
}

torch::Tensor foldedGood(const Tensors &losses) {
  Tensors moved;
  for (const torch::Tensor &loss : losses)
    moved.push_back(loss.cuda());
  return std::accumulate(moved.begin(), moved.end(), torch::zeros({3}, torch::kCUDA));
}

torch::Tensor madeBad() {
  Tensors noise;
  std::generate_n(std::back_inserter(noise), 3, [] { return torch::randn({3}); });
  return torch::stack(noise) * torch::ones({3}, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:{{.*}} operands of '*' are on different devices
}

torch::Tensor madeGood() {
  Tensors noise;
  std::generate_n(std::back_inserter(noise), 3, [] { return torch::randn({3}, torch::kCUDA); });
  return torch::stack(noise) * torch::ones({3}, torch::kCUDA);
}
