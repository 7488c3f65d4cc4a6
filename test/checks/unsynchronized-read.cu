// Host code that reads what a copy of the CUDA runtime is still writing.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-unsynchronized-read %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

float pinned_bad(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 16);
  cudaMallocHost(&h, 16);
  cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream);
  return h[0];
  // CHECK: :[[@LINE-1]]:10: warning: 'h' is read before the copy into it from cuda has finished [device-unsynchronized-read]
  // CHECK: :[[@LINE-3]]:3: note: 'h' copied to cpu here without waiting
}

float pinned_ok(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 16);
  cudaMallocHost(&h, 16);
  cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  return h[0];
}

void bytes_bad(float *to, cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 16);
  cudaHostAlloc(&h, 16, cudaHostAllocDefault);
  cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream);
  memcpy(to, h, 16);
  // CHECK: :[[@LINE-1]]:3: warning: 'h' is read before the copy into it from cuda has finished
  // CHECK: note: 'h' copied to cpu here without waiting
}

void bytes_ok(float *to, cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 16);
  cudaHostAlloc(&h, 16, cudaHostAllocDefault);
  cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream);
  cudaDeviceSynchronize();
  memcpy(to, h, 16);
}

// A copy into pageable memory waits.
float pageable_ok(cudaStream_t stream) {
  float *d;
  std::vector<float> h(4);
  cudaMalloc(&d, 16);
  cudaMemcpyAsync(h.data(), d, 16, cudaMemcpyDeviceToHost, stream);
  return h[0];
}

// Memory that both use: a kernel is still writing it. What a kernel only reads, the host may read beside it.
__global__ void square(float *values) { values[threadIdx.x] *= values[threadIdx.x]; }
float FN_managed() {
  float *m;
  cudaMallocManaged(&m, 16);
  square<<<1, 4>>>(m);
  return m[0];
}

float managed_ok() {
  float *m;
  cudaMallocManaged(&m, 16);
  square<<<1, 4>>>(m);
  cudaDeviceSynchronize();
  return m[0];
}

// A loop that waits has a round for each copy.
float streams_bad() {
  cudaStream_t streams[2];
  float *d, *h;
  cudaMalloc(&d, 32);
  cudaMallocHost(&h, 32);
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&streams[i]);
    cudaMemcpyAsync(h + i * 4, d + i * 4, 16, cudaMemcpyDeviceToHost, streams[i]);
  }
  return h[0];
  // CHECK: :[[@LINE-1]]:10: warning: 'h' is read before the copy into it from cuda has finished
  // CHECK: note: 'h' copied to cpu here without waiting
}
float streams_ok() {
  cudaStream_t streams[2];
  float *d, *h;
  cudaMalloc(&d, 32);
  cudaMallocHost(&h, 32);
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&streams[i]);
    cudaMemcpyAsync(h + i * 4, d + i * 4, 16, cudaMemcpyDeviceToHost, streams[i]);
  }
  for (int i = 0; i < 2; ++i)
    cudaStreamSynchronize(streams[i]);
  return h[0];
}

// Of the loop that copies, the last copy is waited for in no round.
float rounds_bad(cudaStream_t stream, int n) {
  float *d, *h;
  cudaMalloc(&d, 32);
  cudaMallocHost(&h, 32);
  for (int i = 0; i < n; ++i) {
    cudaStreamSynchronize(stream);
    cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream);
  }
  return h[0];
  // CHECK: :[[@LINE-1]]:10: warning: 'h' is read before the copy into it from cuda has finished
  // CHECK: note: 'h' copied to cpu here without waiting
}

// What tests the result of the copy and ends the program does not wait for it.
static void check(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(1);
}
float checked_bad(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 16);
  cudaMallocHost(&h, 16);
  check(cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream));
  return h[0];
  // CHECK: :[[@LINE-1]]:10: warning: 'h' is read before the copy into it from cuda has finished
  // CHECK: note: 'h' copied to cpu here without waiting
}
float checked_ok(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 16);
  cudaMallocHost(&h, 16);
  check(cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream));
  check(cudaStreamSynchronize(stream));
  return h[0];
}
static void finish(cudaStream_t stream) { check(cudaStreamSynchronize(stream)); }
float finished_ok(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 16);
  cudaMallocHost(&h, 16);
  cudaMemcpyAsync(h, d, 16, cudaMemcpyDeviceToHost, stream);
  finish(stream);
  return h[0];
}

// Members, which constructors allocate.
class Slot {
  int *Host = nullptr, *Device = nullptr;

public:
  Slot() {
    cudaMallocHost(&Host, sizeof(int));
    cudaMalloc(&Device, 64);
  }
  int value_bad() {
    cudaMemcpyAsync(Host, Device, sizeof(int), cudaMemcpyDeviceToHost, 0);
    return *Host;
    // CHECK: :[[@LINE-1]]:12: warning: 'Host' is read before the copy into it from cuda has finished
    // CHECK: note: 'Host' copied to cpu here without waiting
  }
  int value_ok() {
    cudaMemcpyAsync(Host, Device, sizeof(int), cudaMemcpyDeviceToHost, 0);
    cudaStreamSynchronize(0);
    return *Host;
  }
};
