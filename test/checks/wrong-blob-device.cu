// Tensors around memory that is elsewhere.
// REQUIRES: torch, cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-wrong-blob-device %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <torch/torch.h>
#include <vector>

torch::Tensor device_memory_bad(int64_t n) {
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  return torch::from_blob(d, {n});
  // CHECK: :[[@LINE-1]]:10: warning: 'from_blob' makes a tensor on cpu of 'd', whose memory is on cuda [device-wrong-blob-device]
  // CHECK: :[[@LINE-3]]:3: note: 'd' allocated on cuda by 'cudaMalloc' here
}

torch::Tensor device_memory_ok(int64_t n) {
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  return torch::from_blob(d, {n}, torch::kCUDA);
}

torch::Tensor dtype_only_bad(int64_t n) {
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  return torch::from_blob(d, {n}, torch::dtype(torch::kInt));
  // CHECK: :[[@LINE-1]]:10: warning: 'from_blob' makes a tensor on cpu of 'd', whose memory is on cuda
  // CHECK: note: 'd' allocated
}

torch::Tensor dtype_only_ok(int64_t n) {
  int *d;
  cudaMalloc(&d, n * sizeof(int));
  return torch::from_blob(d, {n}, torch::dtype(torch::kInt).device(torch::kCUDA));
}

torch::Tensor host_memory_bad() {
  float h[4] = {1, 2, 3, 4};
  return torch::from_blob(h, {4}, torch::kCUDA).clone();
  // CHECK: :[[@LINE-1]]:10: warning: 'from_blob' makes a tensor on cuda of 'h', whose memory is on cpu
  // CHECK: note: 'h' allocated on cpu here
}

torch::Tensor host_memory_ok() {
  float h[4] = {1, 2, 3, 4};
  return torch::from_blob(h, {4}).clone();
}

torch::Tensor vector_ok(std::vector<float> v, torch::Device device) {
  return torch::from_blob(v.data(), {static_cast<int64_t>(v.size())}).to(device);
}

torch::Tensor options_ok(float *unknown, torch::TensorOptions options) {
  return torch::from_blob(unknown, {4}, options);
}

torch::Tensor managed_ok(int64_t n) {
  float *m;
  cudaMallocManaged(&m, n * sizeof(float));
  return torch::from_blob(m, {n});
}

// The device that the program chose: on a machine with an accelerator the memory is not there.
torch::Tensor chosen_bad(std::vector<float> v) {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  return torch::from_blob(v.data(), {4}, torch::TensorOptions().device(device)).clone();
  // CHECK: :[[@LINE-1]]:10: warning: 'from_blob' makes a tensor on cuda of 'v.data()', whose memory is on cpu [device-wrong-blob-device]
  // CHECK: note: {{.*}} allocated on cpu here
}

torch::Tensor chosen_ok(std::vector<float> v) {
  torch::Device device = torch::cuda::is_available() ? torch::kCUDA : torch::kCPU;
  return torch::from_blob(v.data(), {4}).to(device);
}

torch::Tensor given_bad(std::vector<float> v, torch::Device device) {
  auto options = torch::TensorOptions().dtype(torch::kFloat);
  return torch::from_blob(v.data(), {4}, options.device(device)).clone();
  // CHECK: :[[@LINE-1]]:10: warning: 'from_blob' makes a tensor on 'device' of 'v.data()', whose memory is on cpu [device-wrong-blob-device]
  // CHECK: note: {{.*}} allocated on cpu here
}

torch::Tensor given_ok(std::vector<float> v, torch::Device device) {
  auto options = torch::TensorOptions().dtype(torch::kFloat);
  if (device.is_cpu())
    return torch::from_blob(v.data(), {4}, options.device(device)).clone();
  return torch::from_blob(v.data(), {4}, options).to(device);
}

// Whoever makes a tensor like another one may know that this is on the CPU.
torch::Tensor like_ok(std::vector<float> v, const torch::Tensor &x) {
  return torch::from_blob(v.data(), {4}, x.options()).clone();
}
