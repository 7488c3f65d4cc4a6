// Kernels take their parameters by value.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-reference-kernel-parameter %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>

struct Settings {
  float Factor;
};

__global__ void scale_bad(float *values, const Settings &settings, int &count) {
  // CHECK: :[[@LINE-1]]:58: warning: 'settings' of kernel 'scale_bad' is a reference, to an object in memory of the host [device-reference-kernel-parameter]
  // CHECK: :[[@LINE-2]]:73: warning: 'count' of kernel 'scale_bad' is a reference
  if (threadIdx.x < count)
    values[threadIdx.x] *= settings.Factor;
}

__global__ void scale_ok(float *values, const Settings settings, int count, float **rows) {
  if (threadIdx.x < count)
    values[threadIdx.x] *= settings.Factor;
}

__device__ void helper_ok(float &value) { value = 1; }
void host_ok(float &value) { value = 1; }
