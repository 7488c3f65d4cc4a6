// CUDA guards throw for the device of a CPU tensor: they test the tensor that they are given.
// REQUIRES: torch, cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-unchecked-data-ptr %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <ATen/TensorUtils.h>
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/torch.h>

__global__ void clear_kernel(float *out, int64_t n) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 0;
}

void guard_bad(torch::Tensor x) {
  const c10::cuda::CUDAGuard guard(0);
  clear_kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:30: warning: 'data_ptr' hands memory of 'x' to a kernel, and no test says which device it is on [device-unchecked-data-ptr]
}

void guard_ok(torch::Tensor x) {
  const c10::cuda::CUDAGuard guard(x.device());
  clear_kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
}

void optional_guard_ok(torch::Tensor x) {
  const at::cuda::OptionalCUDAGuard guard(at::device_of(x));
  clear_kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
}

// A guard that takes any device lets a CPU tensor pass.
void any_guard_bad(torch::Tensor x) {
  const c10::DeviceGuard guard(x.device());
  clear_kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:30: warning: 'data_ptr' hands memory of 'x' to a kernel, and no test says which device it is on [device-unchecked-data-ptr]
}

// One tensor's device is chosen, the other's is not known.
void other_guard_bad(torch::Tensor x, torch::Tensor y) {
  const c10::cuda::CUDAGuard guard(y.device());
  clear_kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:30: warning: 'data_ptr' hands memory of 'x' to a kernel, and no test says which device it is on [device-unchecked-data-ptr]
}

void other_guard_ok(torch::Tensor x, torch::Tensor y) {
  at::TensorArg x_arg{x, "x", 1}, y_arg{y, "y", 2};
  at::checkAllSameGPU("other_guard_ok", {x_arg, y_arg});
  const c10::cuda::CUDAGuard guard(y.device());
  clear_kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
}
