// The element of a tensor's memory is copied to the host where its value is taken. Where somebody goes on with a
// reference to it, or writes to it, a copy would be gone, and nothing is offered.
// REQUIRES: torch
// RUN: not %device_tidy check --isolated --select device-host-access %s -- %torch_flags | FileCheck %s --implicit-check-not='possible fix'
#include <functional>
#include <iostream>
#include <torch/torch.h>
#include <tuple>

template <class T> struct Reference {
  Reference(T &value) : value(value) {}
  T &value;
};
struct Holder {
  float &value;
};
template <class T> void set(T &&value) { value = 3; }

float &reference(torch::Tensor &x) {
  x = x.to(torch::kCUDA);
  return x.data_ptr<float>()[0];
}
auto deduced(torch::Tensor &x) -> decltype(auto) {
  x = x.to(torch::kCUDA);
  return (x.data_ptr<float>()[0]);
}
float value(torch::Tensor &x) {
  x = x.to(torch::kCUDA);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: possible fix: copy 'x' to the host
  return x.data_ptr<float>()[0];
}

void references() {
  auto x = torch::ones({4}, torch::kCUDA);
  std::cin >> x.data_ptr<float>()[0];
  set(x.data_ptr<float>()[0]);
  auto r = std::ref(x.data_ptr<float>()[0]);
  std::reference_wrapper<float> w = x.data_ptr<float>()[0];
  Reference<float> own = x.data_ptr<float>()[0];
  Holder h{x.data_ptr<float>()[0]};
  float *p = std::addressof(x.data_ptr<float>()[0]);
  auto t = std::tie(x.data_ptr<float>()[0]);
}

void values(float other) {
  auto x = torch::ones({4}, torch::kCUDA);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: possible fix: copy 'x' to the host
  std::cout << x.data_ptr<float>()[0];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: possible fix: copy 'x' to the host
  float y = x.data_ptr<float>()[0];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: possible fix: copy 'x' to the host
  float z = std::max(x.data_ptr<float>()[0], other);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: possible fix: copy 'x' to the host
  if (const double v = x.data_ptr<float>()[0]; v > other)
    std::cout << v;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: possible fix: copy 'x' to the host
  if (x.data_ptr<float>()[0] > other)
    std::cout << y + z;
}
