// What AOTInductor compiled is on the accelerator of its index, or on the current one.
// REQUIRES: python-headers
// RUN: not %device_tidy check --isolated --extra-arg=-I%python_headers --select device-mixed-operands %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <memory>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include <torch/torch.h>

using torch::inductor::AOTIModelPackageLoader;
void package_bad(const std::string &path) {
  AOTIModelPackageLoader loader(path, "model", false, 1, 0);
  std::vector<at::Tensor> inputs = {torch::randn({8, 10})};
  auto outputs = loader.run(inputs);
  // CHECK: :[[@LINE-1]]:25: warning: operands of {{.*}} are on different devices: 'loader' on cuda:0, {{.*}} on cpu
  // CHECK-COUNT-2: note:
}
void package_ok(const std::string &path) {
  AOTIModelPackageLoader loader(path, "model", false, 1, 0);
  std::vector<at::Tensor> inputs = {torch::randn({8, 10}, torch::Device(torch::kCUDA, 0))};
  auto outputs = loader.run(inputs);
}

// One for each accelerator.
void packages_bad(const std::string &path) {
  std::vector<std::unique_ptr<AOTIModelPackageLoader>> loaders;
  const int n = static_cast<int>(torch::cuda::device_count());
  for (int i = 0; i < n; ++i)
    loaders.push_back(std::make_unique<AOTIModelPackageLoader>(path, "model", false, 1));
  for (int i = 0; i < n; ++i) {
    std::vector<at::Tensor> inputs = {torch::randn({8, 10}, torch::Device(torch::kCUDA, i))};
    auto outputs = loaders[i]->run(inputs);
    // CHECK: :[[@LINE-1]]:32: warning: operands of {{.*}} may be on different devices: {{.*}} on each accelerator in turn
    // CHECK-COUNT-2: note:
  }
}
void packages_ok(const std::string &path) {
  std::vector<std::unique_ptr<AOTIModelPackageLoader>> loaders;
  const int n = static_cast<int>(torch::cuda::device_count());
  for (int i = 0; i < n; ++i)
    loaders.push_back(std::make_unique<AOTIModelPackageLoader>(path, "model", false, 1, i));
  for (int i = 0; i < n; ++i) {
    std::vector<at::Tensor> inputs = {torch::randn({8, 10}, torch::Device(torch::kCUDA, i))};
    auto outputs = loaders[i]->run(inputs);
  }
}
