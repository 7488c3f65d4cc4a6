// A lambda that is kept or given away: who calls it may have chosen the device. One that is called where it is written
// runs there.
// REQUIRES: torch, cuda-toolkit
// RUN: not %device_tidy check --isolated --output-format concise --level 1 --ignore device-unguarded-accelerator %s -- %torch_flags | FileCheck %s --implicit-check-not=warning:
// RUN: not %device_tidy check --isolated --output-format concise --select device-unguarded-launch %s -- %torch_flags | FileCheck %s --check-prefix=LIKELY
#include <c10/cuda/CUDAGuard.h>
#include <torch/types.h>

__global__ void fill(float *p) { p[0] = 1; }

template <class Function> void with_guard(const torch::Tensor &x, Function f) {
  c10::cuda::CUDAGuard guard(x.device());
  f();
}
void good_given(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  // LIKELY: :[[#@LINE+1]]:{{.*}} [device-unguarded-launch]
  with_guard(x, [&] { fill<<<1, 1>>>(x.data_ptr<float>()); });
}
void good_kept(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  auto f = [&] { fill<<<1, 1>>>(x.data_ptr<float>()); };
  c10::cuda::CUDAGuard guard(x.device());
  f();
}
void good_at_once(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  c10::cuda::CUDAGuard guard(x.device());
  [&] { fill<<<1, 1>>>(x.data_ptr<float>()); }();
}
void bad_at_once(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  // CHECK: :[[#@LINE+1]]:{{.*}} [device-unguarded-launch]
  [&] { fill<<<1, 1>>>(x.data_ptr<float>()); }();
}
