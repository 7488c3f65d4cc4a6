// Functions of Thrust that are told where they run: a kernel, or the host, uses all that they are given.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
#include <vector>

void iterators_bad() {
  thrust::device_vector<float> d(32);
  thrust::host_vector<float> h(32);
  thrust::copy(thrust::device, d.begin(), d.end(), h.begin());
  // CHECK: :[[@LINE-1]]:54: warning: 'copy' is launched with 'h.begin()', whose memory is on cpu [device-host-pointer-in-kernel]
  // CHECK: note: 'h' allocated on cpu by 'thrust::host_vector' here
}
void iterators_ok() {
  thrust::device_vector<float> d(32);
  thrust::host_vector<float> h(32);
  thrust::copy(d.begin(), d.end(), h.begin());
  thrust::copy(thrust::device, d.begin(), d.end(), d.begin());
}

// Of a stream.
void vector_bad(cudaStream_t s) {
  std::vector<float> v(32);
  thrust::sort(thrust::cuda::par.on(s), v.data(), v.data() + v.size());
  // CHECK: :[[@LINE-1]]:43: warning: 'sort' is launched with 'v.data()', whose memory is on cpu
  // CHECK: note: {{.*}} allocated on cpu here
}
void vector_ok(cudaStream_t s) {
  std::vector<float> v(32);
  thrust::sort(thrust::host, v.data(), v.data() + v.size());
}

// Through a function.
static void clear(float *p, int n) { thrust::fill(thrust::device, p, p + n, 0.f); }
void given_bad() {
  float h[32];
  clear(h, 32);
  // CHECK: :[[@LINE-1]]:9: warning: 'fill' is launched with 'h', whose memory is on cpu
  // CHECK: note: 'h' allocated on cpu here
  // CHECK: note: 'fill' launched here
}
void given_ok() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  clear(d, 32);
}

// The other way round.
void on_host_bad() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  thrust::sort(thrust::host, d, d + 32);
  // CHECK: :[[@LINE-1]]:30: warning: host code dereferences 'd', which is on cuda [device-host-dereference]
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
}
void on_host_ok() {
  float *d;
  cudaMalloc(&d, 32 * sizeof(float));
  thrust::sort(thrust::device, d, d + 32);
}

// What is handed on by value is no memory.
struct Plus {
  float By;
  __host__ __device__ float operator()(float x) const { return x + By; }
};
static void add(const Plus &plus, float *p) { thrust::for_each(thrust::device, p, p + 4, plus); }
void functor_ok() {
  Plus plus{1};
  float *d;
  cudaMalloc(&d, 16);
  add(plus, d);
}
