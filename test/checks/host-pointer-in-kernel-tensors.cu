// Kernels and copies that are given the memory of a tensor on the CPU.
// REQUIRES: torch, cuda-toolkit
// RUN: not %device_tidy check --isolated --output-format concise --select device-host-pointer-in-kernel,device-wrong-copy-direction %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
#include <torch/types.h>

__global__ void scale(float *values) { values[threadIdx.x] *= 2; }

void launchBad() {
  torch::Tensor weights = torch::ones({32});
  scale<<<1, 32>>>(weights.data_ptr<float>());
  // CHECK: :[[@LINE-1]]:28: warning: 'scale' is launched with 'weights.data_ptr<float>()', whose memory is on cpu [device-host-pointer-in-kernel]
}
void launchGood() {
  torch::Tensor weights = torch::ones({32}, torch::kCUDA);
  scale<<<1, 32>>>(weights.data_ptr<float>());
}

void typedBad(torch::Tensor x) {
  torch::Tensor weights = torch::empty({32}, x.scalar_type());
  scale<<<1, 32>>>(weights.mutable_data_ptr<float>());
  // CHECK: :[[@LINE-1]]:28: warning: 'scale' is launched with
}
void typedGood(torch::Tensor x) {
  torch::Tensor weights = torch::empty({32}, x.options());
  scale<<<1, 32>>>(weights.mutable_data_ptr<float>());
}

// A kernel reads pinned memory.
void pinnedGood() {
  torch::Tensor asked = torch::ones({32}, torch::TensorOptions().pinned_memory(true));
  scale<<<1, 32>>>(asked.data_ptr<float>());
  torch::Tensor pinned = torch::ones({32}).pin_memory();
  scale<<<1, 32>>>(pinned.data_ptr<float>());
}
void optionsGood(torch::TensorOptions options) {
  torch::Tensor weights = torch::ones({32}, options);
  scale<<<1, 32>>>(weights.data_ptr<float>());
}

void copyBad(const float *d, int64_t n) {
  torch::Tensor host = torch::empty({n});
  cudaMemcpy(host.data_ptr<float>(), d, n, cudaMemcpyHostToDevice);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyHostToDevice', but destination 'host.data_ptr<float>()' is on cpu [device-wrong-copy-direction]
}
void copyGood(const float *d, int64_t n) {
  torch::Tensor host = torch::empty({n});
  cudaMemcpy(host.data_ptr<float>(), d, n, cudaMemcpyDeviceToHost);
}
