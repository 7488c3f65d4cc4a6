// Random numbers are made where the result is, and the generator has to be there.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-generator-mismatch %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <ATen/CPUGeneratorImpl.h>
#include <torch/torch.h>

torch::Tensor factory_bad() {
  auto gen = at::detail::createCPUGenerator(1);
  return torch::randn({2}, gen, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:10: warning: 'randn' draws from a generator on another device: 'gen' on cpu, the result on cuda [device-generator-mismatch]
  // CHECK: :[[@LINE-3]]:14: note: 'gen' created on cpu here
}

torch::Tensor factory_ok() {
  auto gen = at::detail::createCPUGenerator(1);
  return torch::randn({2}, gen).to(torch::kCUDA);
}

torch::Tensor made_bad() {
  auto gen = at::make_generator<at::CPUGeneratorImpl>(1);
  return torch::randn({2}, gen, torch::kCUDA);
  // CHECK: :[[@LINE-1]]:10: warning: 'randn' draws from a generator on another device: 'gen' on cpu, the result on cuda [device-generator-mismatch]
  // CHECK: :[[@LINE-3]]:14: note: 'gen' created on cpu here
}

torch::Tensor made_ok() {
  auto gen = at::make_generator<at::CPUGeneratorImpl>(1);
  return torch::randn({2}, gen, torch::kCPU);
}

torch::Tensor variable_bad(torch::Device device) {
  auto gen = at::detail::createCPUGenerator(1);
  return torch::randint(10, {2}, gen, device);
  // CHECK: :[[@LINE-1]]:10: warning: 'randint' may draw from a generator on another device: 'gen' on cpu, the result on 'device' [device-generator-mismatch]
  // CHECK: :[[@LINE-3]]:14: note: 'gen' created on cpu here; on a machine with a GPU the result can be on cuda
}

torch::Tensor variable_ok(torch::Device device) {
  auto gen = at::globalContext().defaultGenerator(device);
  return torch::randint(10, {2}, gen, device);
}

torch::Tensor in_place_bad(torch::Tensor x) {
  auto gen = at::detail::createCPUGenerator(1);
  auto y = x.to(torch::kCUDA);
  y.normal_(0, 1, gen);
  // CHECK: :[[@LINE-1]]:5: warning: 'normal_' draws from a generator on another device: 'gen' on cpu, the result on cuda [device-generator-mismatch]
  // CHECK: :[[@LINE-4]]:14: note: 'gen' created on cpu here
  // CHECK: :[[@LINE-4]]:14: note: 'y' moved to cuda here
  return y;
}

torch::Tensor in_place_ok(torch::Tensor x) {
  auto gen = at::detail::createCPUGenerator(1);
  auto y = x.to(torch::kCPU);
  y.normal_(0, 1, gen);
  return y;
}

torch::Tensor drawn_bad(torch::Tensor p) {
  return torch::bernoulli(p.to(torch::kCUDA), at::detail::getDefaultCPUGenerator());
  // CHECK: :[[@LINE-1]]:10: warning: 'bernoulli' draws from a generator on another device: 'at::detail::getDefaultCPUGenerator()' on cpu, the result on cuda [device-generator-mismatch]
  // CHECK: :[[@LINE-2]]:47: note: 'at::detail::getDefaultCPUGenerator()' created on cpu here
  // CHECK: :[[@LINE-3]]:29: note: 'p' moved to cuda here
}

torch::Tensor drawn_ok(torch::Tensor p) {
  return torch::bernoulli(p.to(torch::kCPU), at::detail::getDefaultCPUGenerator());
}

static torch::Tensor noise(at::Generator gen) { return torch::randn({2}, gen, torch::kCUDA); }

torch::Tensor helper_bad() {
  auto gen = at::detail::createCPUGenerator(1);
  return noise(gen);
  // CHECK: :[[@LINE-1]]:10: warning: 'randn' draws from a generator on another device: 'gen' on cpu, the result on cuda [device-generator-mismatch]
  // CHECK: :[[@LINE-6]]:56: note: operands of 'randn' meet here
  // CHECK: :[[@LINE-4]]:14: note: 'gen' created on cpu here
}

// Who hands a generator in knows where it is.
torch::Tensor parameter_ok(at::Generator gen) { return torch::randn({2}, gen); }
torch::Tensor parameter_moved_ok(at::Generator gen, torch::Device device) { return torch::randn({2}, gen).to(device); }
