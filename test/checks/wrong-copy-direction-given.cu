// Copies in functions that are given the memory: who gives it is told.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-wrong-copy-direction %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <vector>

static void upload(float *to, const float *from, size_t n) { cudaMemcpy(to, from, n, cudaMemcpyHostToDevice); }
void helper_bad() {
  float *d, h[4];
  cudaMalloc(&d, sizeof h);
  upload(h, d, sizeof h);
  // CHECK: :[[@LINE-1]]:10: warning: 'cudaMemcpy' is given 'cudaMemcpyHostToDevice', but destination 'h' is on cpu
  // CHECK: note: 'h' allocated on cpu here
  // CHECK: note: 'cudaMemcpy' called here
}
void helper_ok() {
  float *d, h[4];
  cudaMalloc(&d, sizeof h);
  upload(d, h, sizeof h);
}

// A method copies to a member; what it is given has to be on the other side.
template <typename T> class Buffer {
  T *Values;

public:
  explicit Buffer(size_t n) { cudaMalloc(&Values, n * sizeof(T)); }
  void set(const T *from, size_t n) { cudaMemcpy(Values, from, n * sizeof(T), cudaMemcpyHostToDevice); }
  void get(T *to, size_t n) const { cudaMemcpy(to, Values, n * sizeof(T), cudaMemcpyDeviceToHost); }
};
void method_bad() {
  Buffer<float> a(4);
  float *d;
  cudaMalloc(&d, 16);
  a.set(d, 4);
  // CHECK: :[[@LINE-1]]:9: warning: 'cudaMemcpy' is given 'cudaMemcpyHostToDevice', but source 'd' is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'cudaMemcpy' called here
  a.get(d, 4);
  // CHECK: :[[@LINE-1]]:9: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but destination 'd' is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'cudaMemcpy' called here
}
void method_ok(std::vector<float> &h) {
  Buffer<float> a(4);
  a.set(h.data(), 4);
  a.get(h.data(), 4);
}

static void clear(float *values, size_t n) { cudaMemset(values, 0, n); }
static void clearAll(float *values, size_t n) { clear(values, n); }
void fill_bad(size_t n) {
  auto *h = new float[n];
  clearAll(h, n);
  // CHECK: :[[@LINE-1]]:12: warning: 'cudaMemset' fills memory of a device, but destination 'h' is on cpu
  // CHECK: note: 'h' allocated on cpu by 'new' here
  // CHECK: note: 'cudaMemset' called here
}
void fill_ok(size_t n) {
  float *d;
  cudaMalloc(&d, n);
  clearAll(d, n);
}

// One helper for both directions.
static void sync(float *d, float *h, bool up) {
  if (up)
    cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);
  else
    cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);
}
void both_bad() {
  float *d, h[4];
  cudaMalloc(&d, sizeof h);
  sync(h, d, true);
  // CHECK: :[[@LINE-1]]:8: warning: 'cudaMemcpy' is given 'cudaMemcpyHostToDevice', but destination 'h' is on cpu
  // CHECK: note: 'h' allocated on cpu here
  // CHECK: note: 'cudaMemcpy' called here
}
void both_ok() {
  float *d, h[4];
  cudaMalloc(&d, sizeof h);
  sync(d, h, true);
  sync(d, h, false);
}
