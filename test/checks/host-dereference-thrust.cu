// Vectors of Thrust read and write their elements themselves.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-dereference %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <thrust/device_vector.h>

__global__ void twice(float *p) { p[threadIdx.x] *= 2; }

float elements_ok() {
  thrust::device_vector<float> d(32);
  d[0] = 1;
  twice<<<1, 32>>>(thrust::raw_pointer_cast(&d[0]));
  return d[0] + *d.data();
}

void raw_bad() {
  thrust::device_vector<float> d(32);
  float *p = thrust::raw_pointer_cast(d.data());
  p[0] = 1;
  // CHECK: :[[@LINE-1]]:8: warning: host code dereferences 'p', which is on cuda [device-host-dereference]
  // CHECK: note: {{.*}} allocated on cuda by 'thrust::device_vector' here
}
