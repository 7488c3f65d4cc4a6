// Loops over all accelerators: each is current in turn.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-unguarded-launch %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
__global__ void scale(float *values) { values[threadIdx.x] *= 2; }

void loop_bad() {
  int n = 0;
  cudaGetDeviceCount(&n);
  float *table;
  cudaSetDevice(0);
  cudaMalloc(&table, 64);
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    scale<<<1, 16>>>(table);
    // CHECK: :[[@LINE-1]]:22: warning: 'scale' may be launched on each accelerator in turn with 'table', whose memory is on cuda:0
    // CHECK: note: 'table' allocated on cuda:0 by 'cudaMalloc' here
  }
}
void loop_ok() {
  int n = 0;
  cudaGetDeviceCount(&n);
  for (int i = 0; i < n; ++i) {
    float *table;
    cudaSetDevice(i);
    cudaMalloc(&table, 64);
    scale<<<1, 16>>>(table);
    cudaFree(table);
  }
}

// Behind the loop the last one is current.
void behind_bad(float *other) {
  int n = 0;
  cudaGetDeviceCount(&n);
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    cudaFree(nullptr);
  }
  float *values;
  cudaMalloc(&values, 64);
  cudaSetDevice(0);
  scale<<<1, 16>>>(values);
  // CHECK: :[[@LINE-1]]:20: warning: 'scale' may be launched on cuda:0 with 'values', whose memory is on each accelerator in turn
  // CHECK: note: 'values' allocated on each accelerator in turn by 'cudaMalloc' here
}
void behind_ok() {
  int n = 0;
  cudaGetDeviceCount(&n);
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    cudaFree(nullptr);
  }
  float *values;
  cudaSetDevice(0);
  cudaMalloc(&values, 64);
  scale<<<1, 16>>>(values);
}

// What was current before is current again, whatever that was.
void restored_ok() {
  int n = 0, before = 0;
  cudaGetDevice(&before);
  cudaGetDeviceCount(&n);
  float *values;
  cudaMalloc(&values, 64);
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    cudaFree(nullptr);
  }
  cudaSetDevice(before);
  scale<<<1, 16>>>(values);
}

// Some devices need not be others than the first.
void some_ok(int n) {
  float *table;
  cudaSetDevice(0);
  cudaMalloc(&table, 64);
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    scale<<<1, 16>>>(table);
  }
}

// One buffer for each, in a table.
void table_ok() {
  int n = 0;
  cudaGetDeviceCount(&n);
  float *values[8];
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    cudaMalloc(&values[i], 64);
  }
  for (int i = 0; i < n; ++i) {
    cudaSetDevice(i);
    scale<<<1, 16>>>(values[i]);
  }
}
