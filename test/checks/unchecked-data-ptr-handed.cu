// Memory that a function takes from what it is given by reference, two calls below the test of its device.
// REQUIRES: torch, cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-unchecked-data-ptr %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <c10/cuda/CUDAGuard.h>
#include <torch/torch.h>

__global__ void copy_kernel(const float *from, float *to) { to[threadIdx.x] = from[threadIdx.x]; }

static void launch_ok(const torch::Tensor &x, torch::Tensor &y) {
  copy_kernel<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>());
}

static void hand_on_ok(const at::Tensor &x, at::Tensor y) { launch_ok(x, y); }

at::Tensor copy_ok(at::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  const c10::cuda::CUDAGuard guard(x.device());
  auto y = at::empty_like(x);
  hand_on_ok(x, y);
  return y;
}

static void launch_bad(const torch::Tensor &x, torch::Tensor &y) {
  copy_kernel<<<1, 32>>>(x.data_ptr<float>(), y.data_ptr<float>());
  // CHECK: :[[@LINE-1]]:28: warning: 'data_ptr' hands memory of 'x' to a kernel, and no test says which device it is on [device-unchecked-data-ptr]
  // CHECK: :[[@LINE-2]]:49: warning: 'data_ptr' hands memory of 'y' to a kernel, and no test says which device it is on [device-unchecked-data-ptr]
}

static void hand_on_bad(const at::Tensor &x, at::Tensor y) { launch_bad(x, y); }

at::Tensor copy_bad(at::Tensor x) {
  auto y = at::empty_like(x);
  hand_on_bad(x, y);
  return y;
}
