// Pointers that functions are given which are called: what they do with them.
// RUN: not %device_tidy check --isolated --select device-unchecked-data-ptr %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <torch/torch.h>

static void copyFirst(const float *from, float *to) { to[0] = from[0]; }
void called_bad(torch::Tensor x, torch::Tensor y) {
  const float *from = x.data_ptr<float>();
  // CHECK: :[[@LINE-1]]:25: warning: 'data_ptr' hands memory of 'x' to host code, and no test says which device it is on
  copyFirst(from + 1, y.data_ptr<float>());
  // CHECK: :[[@LINE-1]]:25: warning: 'data_ptr' hands memory of 'y' to host code, and no test says which device it is on
}
void called_ok(torch::Tensor x, torch::Tensor y) {
  TORCH_CHECK(x.is_cpu() && y.is_cpu());
  const float *from = x.data_ptr<float>();
  copyFirst(from + 1, y.data_ptr<float>());
}

// What a function does not read may be anywhere.
static void show(const void *p) { std::printf("%p\n", p); }
void shown_ok(torch::Tensor x) { show(x.data_ptr()); }

// The older name of data_ptr. Without a type it gives a tensor.
void older_bad(torch::Tensor keep, int n) {
  long *kept = keep.data<long>();
  // CHECK: :[[@LINE-1]]:21: warning: 'data_ptr' hands memory of 'keep' to host code, and no test says which device it is on
  for (int i = 0; i < n; ++i)
    kept[i] = i;
}
void older_ok(torch::Tensor keep, int n) {
  TORCH_CHECK(keep.device().is_cpu());
  long *kept = keep.data<long>();
  for (int i = 0; i < n; ++i)
    kept[i] = i;
}
torch::Tensor value_ok(torch::Tensor x) { return x.data()[0]; }

// A registry chooses the function by where the tensors are; whoever is in none is called with any.
struct Registry {
  float (*first)(torch::Tensor) = nullptr;
  static Registry &instance() {
    static Registry all;
    return all;
  }
  void add(float (*function)(torch::Tensor)) { first = function; }
};
float first_registered_ok(torch::Tensor x) { return x.data_ptr<float>()[0]; }
struct Registerer {
  Registerer() { Registry::instance().add(first_registered_ok); }
};
static Registerer registerer;
float first_unregistered_bad(torch::Tensor x) { return x.data_ptr<float>()[0]; }
// CHECK: :[[@LINE-1]]:58: warning: 'data_ptr' hands memory of 'x' to host code
