// Indices of the CUDA runtime.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-invalid-index %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>

void too_large_bad() {
  cudaSetDevice(64);
  // CHECK: :[[@LINE-1]]:17: warning: '64' names no accelerator for 'cudaSetDevice': the last accelerator is cuda:{{[0-9]+}} [device-invalid-index]
}

void count_bad() {
  int count = 0;
  cudaGetDeviceCount(&count);
  cudaSetDevice(count);
  // CHECK: :[[@LINE-1]]:17: warning: 'count' names no accelerator for 'cudaSetDevice': it is the number of accelerators, one more than the last index
}

void count_ok() {
  int count = 0;
  cudaGetDeviceCount(&count);
  cudaSetDevice(count - 1);
  for (int i = 0; i < count; ++i)
    cudaSetDevice(i);
}

void current_ok() {
  int before;
  cudaGetDevice(&before);
  cudaSetDevice(1);
  cudaSetDevice(before);
}

// The last round of a loop that counts too far. The call returns an error, which the shim leaves to the program.
void FN_too_far() {
  int count = 0;
  cudaGetDeviceCount(&count);
  for (int i = 0; i <= count; ++i)
    cudaSetDevice(i);
}
