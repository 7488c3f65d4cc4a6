// Pointers into memory of a device that functions of the program use on the host.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-dereference %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

template <typename T> static void put(T *p, T v) { p[0] = v; }
static float get(const float *p) { return *p; }
static void take(float *into, const float *from, size_t n) { memcpy(into, from, n * sizeof(float)); }
static float sum(const float *p, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += get(p + i);
  return s;
}
struct Reader {
  float at(const float *p, int i) const { return p[i]; }
};

void writes_bad() {
  float *d;
  cudaMalloc(&d, 4);
  put(d, 1.f);
  // CHECK: :[[@LINE-1]]:7: warning: host code dereferences 'd', which is on cuda [device-host-dereference]
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: :[[@LINE-19]]:57: note: 'd' used on the host here
}

float reads_bad() {
  float *d;
  cudaMalloc(&d, 64);
  return sum(d, 16);
  // CHECK: :[[@LINE-1]]:14: warning: host code dereferences 'd', which is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'd' used on the host here
}

float reads_ok() {
  float *d, h[16];
  cudaMalloc(&d, 64);
  cudaMemcpy(h, d, 64, cudaMemcpyDeviceToHost);
  return sum(h, 16);
}

float managed_ok() {
  float *m;
  cudaMallocManaged(&m, 64);
  cudaDeviceSynchronize();
  put(m, 1.f);
  return sum(m, 16);
}

void copies_bad(std::vector<float> &h) {
  float *d;
  cudaMalloc(&d, 64);
  take(h.data(), d, 16);
  // CHECK: :[[@LINE-1]]:18: warning: host code dereferences 'd', which is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'd' used on the host here
}

float method_bad() {
  Reader r;
  float *d;
  cudaMalloc(&d, 64);
  return r.at(d, 3);
  // CHECK: :[[@LINE-1]]:15: warning: host code dereferences 'd', which is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'd' used on the host here
}

// Where it is on one way only, nothing is said.
float either_ok(bool on_device, const float *h) {
  float *d = nullptr;
  cudaMalloc(&d, 64);
  if (on_device)
    return 0;
  return get(h);
}
