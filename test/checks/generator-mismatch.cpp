// Random numbers are made where the result is, and the generator has to be there.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-generator-mismatch %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <ATen/CPUGeneratorImpl.h>
#include <ATen/cuda/CUDAGeneratorImpl.h>
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
  // CHECK: :[[@LINE-6]]:56: note: 'randn' called here
  // CHECK: :[[@LINE-4]]:14: note: 'gen' created on cpu here
}

// Who hands a generator in knows where it is.
torch::Tensor parameter_ok(at::Generator gen) { return torch::randn({2}, gen); }
torch::Tensor parameter_moved_ok(at::Generator gen, torch::Device device) { return torch::randn({2}, gen).to(device); }

torch::Tensor host_bad() {
  auto gen = at::cuda::detail::getDefaultCUDAGenerator();
  return torch::randn({2}, gen);
  // CHECK: :[[@LINE-1]]:10: warning: 'randn' draws from a generator on another device: 'gen' on cuda, the result on cpu [device-generator-mismatch]
  // CHECK: :[[@LINE-3]]:14: note: 'gen' created on cuda here
}

torch::Tensor host_ok() {
  auto gen = at::cuda::detail::getDefaultCUDAGenerator();
  return torch::randn({2}, gen, torch::kCUDA);
}

torch::Tensor order_bad(int64_t n) {
  std::optional<at::Generator> gen = at::detail::createCPUGenerator(7);
  return torch::randperm(n, gen, torch::TensorOptions().device(torch::kCUDA, 0));
  // CHECK: :[[@LINE-1]]:10: warning: 'randperm' draws from a generator on another device: 'gen' on cpu, the result on cuda:0 [device-generator-mismatch]
  // CHECK: :[[@LINE-3]]:38: note: 'gen' created on cpu here
}

torch::Tensor order_ok(int64_t n) {
  std::optional<at::Generator> gen = at::detail::createCPUGenerator(7);
  return torch::randperm(n, gen).to(torch::Device(torch::kCUDA, 0));
}

// The table has generators as arguments with names; here they stand where a list of sizes may stand.
torch::Tensor spread_bad(torch::Tensor m) {
  auto gen = at::detail::createCPUGenerator();
  auto mean = m.to(torch::kCUDA);
  return at::normal(mean, 1.0, gen);
  // CHECK: :[[@LINE-1]]:10: warning: 'normal' draws from a generator on another device: 'gen' on cpu, the result on cuda [device-generator-mismatch]
  // CHECK: :[[@LINE-4]]:14: note: 'gen' created on cpu here
  // CHECK: :[[@LINE-4]]:17: note: 'mean' moved to cuda here
}

torch::Tensor spread_ok(torch::Tensor m) {
  auto gen = at::detail::createCPUGenerator();
  auto mean = m.to(torch::kCPU);
  return at::normal(mean, 1.0, gen);
}

struct Sampler {
  at::Generator gen;
  torch::Device device;
  Sampler() : gen(at::detail::createCPUGenerator(1)), device(torch::kCUDA) {}
  torch::Tensor noise_bad() { return torch::randn({4}, gen, device); }
  // CHECK: :[[@LINE-1]]:38: warning: 'randn' may draw from a generator on another device: 'gen' on cpu, the result on 'device' [device-generator-mismatch]
  // CHECK: :[[@LINE-3]]:19: note: 'gen' created on cpu here
  torch::Tensor noise_ok() { return torch::randn({4}, gen, torch::kCPU).to(device); }
};
torch::Tensor sampled() {
  Sampler sampler;
  return sampler.noise_bad() + sampler.noise_ok();
}

// A copy of a generator is where the generator is.
torch::Tensor copied_FN_bad() {
  auto gen = at::detail::createCPUGenerator(1);
  auto copy = gen.clone();
  return torch::randn({2}, copy, torch::kCUDA);
}

// Overloads with an argument for the result are not read.
torch::Tensor written_FN_bad() {
  auto gen = at::detail::createCPUGenerator(1);
  auto out = torch::empty({3}, torch::kCUDA);
  return torch::randn_out(out, {3}, gen);
}
