// A copy of a structure has members of its own.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-wrong-copy-direction --select device-host-pointer-in-kernel %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>

struct Table {
  int *Values;
  int Count;
};
struct Model {
  Table Weights;
  float Rate;
};

__global__ void twice(Table t) { t.Values[threadIdx.x] *= 2; }

Table *upload_ok(const Table *host) {
  Table *device;
  cudaMalloc(&device, sizeof(Table));
  Table copy = *host;
  cudaMalloc(&copy.Values, host->Count * sizeof(int));
  cudaMemcpy(copy.Values, host->Values, host->Count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(device, &copy, sizeof(Table), cudaMemcpyHostToDevice);
  return device;
}
void upload_bad(const Table *host) {
  Table copy = *host;
  cudaMalloc(&copy.Values, host->Count * sizeof(int));
  cudaMemcpy(copy.Values, host->Values, host->Count * sizeof(int), cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but destination 'copy.Values' is on cuda
  // CHECK: :[[@LINE-3]]:3: note: 'copy.Values' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: possible fix: copy with 'cudaMemcpyDefault'
}

void assigned_ok(const Table &host) {
  Table copy;
  copy = host;
  cudaMalloc(&copy.Values, 40);
  cudaMemcpy(copy.Values, host.Values, 40, cudaMemcpyHostToDevice);
}
void inner_ok(const Model &host) {
  Model copy = host;
  cudaMalloc(&copy.Weights.Values, 40);
  cudaMemcpy(copy.Weights.Values, host.Weights.Values, 40, cudaMemcpyHostToDevice);
}

// What nobody writes is what it was in the other one.
void kept_bad() {
  int values[10];
  Table host{values, 10};
  Table copy = host;
  twice<<<1, 10>>>(copy);
  // CHECK: :[[@LINE-1]]:20: warning: 'twice' is launched with 'copy.Values', whose memory is on cpu [device-host-pointer-in-kernel]
  // CHECK: note: 'values' allocated on cpu here
}
void kept_ok() {
  int values[10];
  Table host{values, 10};
  Table copy = host;
  cudaMalloc(&copy.Values, 40);
  cudaMemcpy(copy.Values, host.Values, 40, cudaMemcpyHostToDevice);
  twice<<<1, 10>>>(copy);
}

// A reference is the same structure.
void reference_bad() {
  int values[10];
  Table host{values, 10};
  Table &same = host;
  cudaMalloc(&same.Values, 40);
  cudaMemcpy(host.Values, values, 40, cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but destination 'host.Values' is on cuda, source 'values' is on cpu
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
  // CHECK: note: 'values' allocated on cpu here
  // CHECK: note: possible fix: copy with 'cudaMemcpyHostToDevice'
}
