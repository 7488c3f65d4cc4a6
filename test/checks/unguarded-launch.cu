// A kernel on tensors of the second GPU, launched while the first is current.
// REQUIRES: torch, cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-unguarded-launch %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
// RUN: not %device_tidy check --isolated --level 1 %s -- %torch_flags | FileCheck %s --check-prefix=CERTAIN
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>
#include <torch/torch.h>

__global__ void scale_kernel(const float *in, float *out, int64_t n) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] * 2;
}

torch::Tensor scale_bad(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  auto out = torch::empty_like(x);
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'x': with two GPUs it runs on the current one [device-unguarded-launch]
  return out;
}

torch::Tensor scale_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  const c10::cuda::CUDAGuard guard(x.device());
  auto out = torch::empty_like(x);
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

torch::Tensor optional_guard_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  const at::cuda::OptionalCUDAGuard guard(at::device_of(x));
  auto out = torch::empty_like(x);
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

torch::Tensor on_stream_bad(const torch::Tensor &x) {
  TORCH_CHECK(x.is_cuda());
  auto out = torch::empty_like(x);
  auto stream = at::cuda::getCurrentCUDAStream();
  scale_kernel<<<1, 256, 0, stream>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'x': with two GPUs it runs on the current one [device-unguarded-launch]
  return out;
}

torch::Tensor on_stream_ok(const torch::Tensor &x) {
  TORCH_CHECK(x.is_cuda());
  c10::DeviceGuard guard(x.device());
  auto out = torch::empty_like(x);
  auto stream = at::cuda::getCurrentCUDAStream();
  scale_kernel<<<1, 256, 0, stream>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

// The guard's scope is over.
torch::Tensor guard_left_bad(torch::Tensor x) {
  torch::Tensor out;
  {
    const c10::cuda::CUDAGuard guard(x.device());
    out = torch::empty_like(x);
  }
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'x': with two GPUs it runs on the current one [device-unguarded-launch]
  return out;
}

static void launch(const torch::Tensor &x, torch::Tensor &out) {
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
}

torch::Tensor guarded_caller_ok(torch::Tensor x) {
  const c10::cuda::CUDAGuard guard(x.device());
  auto out = torch::empty_like(x);
  launch(x, out);
  return out;
}

torch::Tensor maybe_set_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  c10::cuda::MaybeSetDevice(x.get_device());
  auto out = torch::empty_like(x);
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  return out;
}

// A guard of the caller's caller.
static void launch_deep(const torch::Tensor &x, torch::Tensor &out) {
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
}
static void hand_on(const torch::Tensor &x, torch::Tensor out) { launch_deep(x, out); }

torch::Tensor two_calls_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  const c10::cuda::CUDAGuard guard(x.device());
  auto out = torch::empty_like(x);
  hand_on(x, out);
  return out;
}

static void launch_open(const torch::Tensor &x, torch::Tensor &out) {
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), out.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'x'
}
static void hand_on_open(const torch::Tensor &x, torch::Tensor out) { launch_open(x, out); }

torch::Tensor two_calls_bad(torch::Tensor x) {
  TORCH_CHECK(x.is_cuda());
  auto out = torch::empty_like(x);
  hand_on_open(x, out);
  return out;
}

// A variable that is handed on by reference is the tensor: who launches has said it.
static void launch_out(torch::Tensor &out) {
  scale_kernel<<<1, 256>>>(out.data_ptr<float>(), out.data_ptr<float>(), out.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'out'
}
void launch_by_reference_said_once(torch::Tensor &out) { launch_out(out); }

// A kernel in a variable.
template <typename T> __global__ void fill_kernel(T *out, int64_t n) {
  if (threadIdx.x < n)
    out[threadIdx.x] = 0;
}
void launch_of_variable_bad(torch::Tensor x) {
  auto kernel = &fill_kernel<float>;
  kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'fill_kernel' is launched without a device guard for 'x'
}
void launch_of_variable_ok(torch::Tensor x) {
  const c10::cuda::CUDAGuard guard(x.device());
  auto kernel = &fill_kernel<float>;
  kernel<<<1, 256>>>(x.data_ptr<float>(), x.numel());
}

// Who finds the function in a registry may have made a device current: level 2.
struct Registry {
  void (*scale)(torch::Tensor) = nullptr;
  static Registry &instance() {
    static Registry all;
    return all;
  }
  void add(void (*function)(torch::Tensor)) { scale = function; }
};
static void launch_of_registry(torch::Tensor x) {
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'x'
  // CERTAIN-NOT: :[[@LINE-2]]:3:
}
static void registered(torch::Tensor x) { launch_of_registry(x); }
struct Registerer {
  Registerer() { Registry::instance().add(registered); }
};
static Registerer registerer;
static void launch_of_nobody(torch::Tensor x) {
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'x'
  // CERTAIN: :[[@LINE-2]]:3: warning: 'scale_kernel' is launched without a device guard for 'x'
}
static void not_registered(torch::Tensor x) { launch_of_nobody(x); }

// PyTorch calls backward with the device of the gradients current, and forward as it is called itself.
static void launch_of_backward(torch::Tensor x) {
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), x.numel());
}
static void launch_of_forward(torch::Tensor x) {
  scale_kernel<<<1, 256>>>(x.data_ptr<float>(), x.data_ptr<float>(), x.numel());
  // CHECK: :[[@LINE-1]]:3: warning: 'scale_kernel' is launched without a device guard for 'x'
}
struct Scale : torch::autograd::Function<Scale> {
  static torch::Tensor forward(torch::autograd::AutogradContext *context, torch::Tensor x) {
    launch_of_forward(x);
    return x;
  }
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext *context,
                                                 torch::autograd::variable_list gradients) {
    launch_of_backward(gradients[0]);
    return gradients;
  }
};
