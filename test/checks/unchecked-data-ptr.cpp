// Memory of a parameter that is handed on without a test of its device.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-unchecked-data-ptr %s -- %torch_flags | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/extension.h>

float first_bad(torch::Tensor x) {
  return x.data_ptr<float>()[0];
  // CHECK: :[[@LINE-1]]:12: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
}

float first_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cpu(), "expects a CPU tensor");
  return x.data_ptr<float>()[0];
}

float accessor_bad(const torch::Tensor &x) {
  auto a = x.accessor<float, 1>();
  // CHECK: :[[@LINE-1]]:14: warning: 'accessor' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
  return a[0];
}

float accessor_ok(const torch::Tensor &x) {
  TORCH_CHECK(x.device().is_cpu());
  auto a = x.accessor<float, 1>();
  return a[0];
}

float branch_ok(torch::Tensor x) {
  if (x.is_cuda())
    return x.sum().item<float>();
  return *x.data_ptr<float>();
}

float type_ok(torch::Tensor x) {
  TORCH_CHECK(x.device().type() == torch::kCPU);
  return *x.data_ptr<float>();
}

float assertion_ok(torch::Tensor x) {
  TORCH_INTERNAL_ASSERT(x.is_cpu());
  return *x.data_ptr<float>();
}

static void check_cpu(const torch::Tensor &x) { TORCH_CHECK(x.is_cpu(), "expects a CPU tensor"); }

float helper_ok(torch::Tensor x) {
  check_cpu(x);
  return *x.data_ptr<float>();
}

#define CHECK_CPU(x) TORCH_CHECK((x).is_cpu(), #x " must be a CPU tensor")

float macro_ok(torch::Tensor x) {
  CHECK_CPU(x);
  return *x.data_ptr<float>();
}

float copied_ok(torch::Tensor x) { return *x.cpu().data_ptr<float>(); }

float own_tensor_ok() {
  auto x = torch::ones({2});
  return *x.data_ptr<float>();
}

static float tested_in_callers(torch::Tensor x) { return *x.data_ptr<float>(); }

float caller_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cpu());
  return tested_in_callers(x);
}

// The other tensor is tested, not this one.
float other_tested_bad(torch::Tensor x, torch::Tensor y) {
  TORCH_CHECK(y.is_cpu());
  return *x.data_ptr<float>();
  // CHECK: :[[@LINE-1]]:13: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
}

float same_device_ok(torch::Tensor x, torch::Tensor y) {
  TORCH_CHECK(y.is_cpu());
  TORCH_CHECK(x.device() == y.device());
  return *x.data_ptr<float>() + *y.data_ptr<float>();
}

// A tensor that may be missing, tested where it is there.
float optional_ok(const std::optional<torch::Tensor> &weight) {
  if (weight.has_value())
    TORCH_CHECK(weight->is_cpu());
  float sum = 0;
  if (weight.has_value())
    sum += *weight->data_ptr<float>();
  return sum;
}

float optional_bad(const std::optional<torch::Tensor> &weight) {
  float sum = 0;
  if (weight.has_value())
    sum += *weight->data_ptr<float>();
  // CHECK: :[[@LINE-1]]:21: warning: 'data_ptr' hands memory of 'weight{{(->)?}}' to host code, and no test says which device it is on [device-unchecked-data-ptr]
  return sum;
}

// What held where a lambda was made holds in it, whoever calls it.
void parallel_ok(torch::Tensor x, torch::Tensor out) {
  TORCH_CHECK(x.is_cpu() && out.is_cpu());
  at::parallel_for(0, 4, 1, [&](int64_t begin, int64_t end) {
    for (auto i = begin; i < end; ++i)
      out.data_ptr<float>()[i] = x.data_ptr<float>()[i];
  });
}

void parallel_bad(torch::Tensor x, torch::Tensor out) {
  TORCH_CHECK(out.is_cpu());
  at::parallel_for(0, 4, 1, [&](int64_t begin, int64_t end) {
    for (auto i = begin; i < end; ++i)
      out.data_ptr<float>()[i] = x.data_ptr<float>()[i];
    // CHECK: :[[@LINE-1]]:36: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
  });
}

#include <ATen/TensorUtils.h>

float aten_check_bad(torch::Tensor x) {
  at::checkScalarType("aten_check_bad", {x, "x", 1}, at::kFloat);
  return *x.data_ptr<float>();
  // CHECK: :[[@LINE-1]]:13: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
}

float aten_check_ok(torch::Tensor x) {
  at::checkDeviceType("aten_check_ok", {x}, at::kCPU);
  return *x.data_ptr<float>();
}

// A kernel's tensors, tested by the check of all of them, through the objects that it takes.
void gpu_check_bad(torch::Tensor x, torch::Tensor y) {
  at::TensorArg x_arg{x, "x", 1}, y_arg{y, "y", 2};
  at::checkAllSameNumel("gpu_check_bad", {x_arg, y_arg});
  x.accessor<float, 1>()[0] = 0;
  // CHECK: :[[@LINE-1]]:5: warning: 'accessor' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
}

void gpu_check_ok(torch::Tensor x, torch::Tensor y) {
  at::TensorArg x_arg{x, "x", 1}, y_arg{y, "y", 2};
  at::checkAllSameGPU("gpu_check_ok", {x_arg, y_arg});
  x.accessor<float, 1>()[0] = 0;
}

void same_gpu_ok(torch::Tensor x, torch::Tensor y) {
  at::checkSameGPU("same_gpu_ok", {x, "x", 1}, {y, "y", 2});
  x.accessor<float, 1>()[0] = 0;
}

// The tensor of the check is another.
void other_gpu_bad(torch::Tensor x, torch::Tensor y, torch::Tensor z) {
  at::TensorArg y_arg{y, "y", 1}, z_arg{z, "z", 2};
  at::checkAllSameGPU("other_gpu_bad", {y_arg, z_arg});
  x.accessor<float, 1>()[0] = 0;
  // CHECK: :[[@LINE-1]]:5: warning: 'accessor' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
}

std::vector<float> range_bad(torch::Tensor x) {
  return std::vector<float>(x.data_ptr<float>(), x.data_ptr<float>() + x.numel());
  // CHECK: :[[@LINE-1]]:31: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on [device-unchecked-data-ptr]
}

std::vector<float> range_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cpu());
  return std::vector<float>(x.data_ptr<float>(), x.data_ptr<float>() + x.numel());
}

// A member that the class keeps on the CPU.
class Viewer {
public:
  void set(const torch::Tensor &p, const torch::Tensor &c) {
    points = p.cpu();
    colors = c;
  }
  float draw_ok() {
    auto a = points.accessor<float, 1>();
    return a[0];
  }
  float draw_bad() {
    auto a = colors.accessor<float, 1>();
    // CHECK: :[[@LINE-1]]:21: warning: 'accessor' hands memory of 'colors' to host code, and no test says which device it is on [device-unchecked-data-ptr]
    return a[0];
  }

private:
  torch::Tensor points, colors;
};

// What the caller's caller brings to the CPU, or has tested.
static float deep(const torch::Tensor &x) { return x.data_ptr<float>()[0]; }
static float hand_on(const torch::Tensor &x) { return deep(x); }
float brought_two_calls_up_ok(torch::Tensor x) { return hand_on(x.cpu()); }
float tested_two_calls_up_ok(torch::Tensor x) {
  TORCH_CHECK(x.is_cpu());
  return hand_on(x);
}

static float deep_open(const torch::Tensor &x) { return x.data_ptr<float>()[0]; }
// CHECK: :[[@LINE-1]]:59: warning: 'data_ptr' hands memory of 'x' to host code
static float hand_on_open(const torch::Tensor &x) { return deep_open(x); }
float open_two_calls_up_bad(torch::Tensor x) { return hand_on_open(x); }
