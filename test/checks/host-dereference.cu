// Host code that reads or writes memory of an accelerator.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-dereference %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <memory>

struct Node {
  float Value;
  Node *Next;
};
__global__ void touch(float *p) { p[0] = 1; }

void index_bad(size_t n) {
  float *d;
  cudaMalloc(&d, n);
  d[0] = 1;
  // CHECK: :[[@LINE-1]]:8: warning: host code dereferences 'd', which is on cuda [device-host-dereference]
  // CHECK: :[[@LINE-3]]:3: note: 'd' allocated on cuda by 'cudaMalloc' here
  printf("%f\n", *d);
  // CHECK: :[[@LINE-1]]:18: warning: host code dereferences 'd', which is on cuda
  // CHECK: note: 'd' allocated
  for (size_t i = 0; i < n; ++i)
    printf("%f\n", d[i]);
  // CHECK: :[[@LINE-1]]:20: warning: host code dereferences 'd', which is on cuda
  // CHECK: note: 'd' allocated
}

void index_ok(size_t n) {
  float *d, first = 1;
  cudaMalloc(&d, n);
  cudaMemcpy(d, &first, sizeof first, cudaMemcpyHostToDevice);
  cudaMemcpy(&first, d, sizeof *d, cudaMemcpyDeviceToHost);
  printf("%f\n", first);
  touch<<<1, 1>>>(&d[1]);
  touch<<<1, 1>>>(d + 1);
}

void library_bad(const float *h, size_t n) {
  float *d;
  cudaMallocAsync(&d, n, 0);
  memcpy(d, h, n);
  // CHECK: :[[@LINE-1]]:3: warning: host code hands 'd' to 'memcpy', which is on cuda
  // CHECK: :[[@LINE-3]]:3: note: 'd' allocated on cuda by 'cudaMallocAsync' here
  memset(d, 0, n);
  // CHECK: :[[@LINE-1]]:3: warning: host code hands 'd' to 'memset', which is on cuda
  // CHECK: note: 'd' allocated
}

void library_ok(const float *h, size_t n) {
  float *d;
  cudaMallocAsync(&d, n, 0);
  cudaMemcpy(d, h, n, cudaMemcpyHostToDevice);
  cudaMemset(d, 0, n);
}

void member_bad() {
  Node *node;
  cudaMalloc(&node, sizeof(Node));
  node->Value = 1;
  // CHECK: :[[@LINE-1]]:15: warning: host code dereferences 'node', which is on cuda
  // CHECK: note: 'node' allocated
}

void member_ok() {
  Node *node, host{1, nullptr};
  cudaMalloc(&node, sizeof(Node));
  cudaMemcpy(&node->Value, &host.Value, sizeof(float), cudaMemcpyHostToDevice);
}

void shared_ok(size_t n) {
  float *managed, *pinned;
  cudaMallocManaged(&managed, n);
  cudaHostAlloc(&pinned, n, cudaHostAllocDefault);
  managed[0] = pinned[0] = 1;
}

// On one path only: nothing is reported that is not sure.
void maybe_ok(size_t n, bool gpu) {
  float *p;
  if (gpu)
    cudaMalloc(&p, n);
  else
    p = new float[n];
  if (!gpu)
    p[0] = 1;
}

void failed_ok(size_t n) {
  float *d = nullptr;
  if (cudaMalloc(&d, n) != cudaSuccess) {
    d = new float[n];
    d[0] = 1;
  }
}

void file_bad(std::FILE *f) {
  float *d;
  cudaMalloc(&d, 64);
  std::fread(d, 4, 16, f);
  // CHECK: :[[@LINE-1]]:3: warning: host code hands 'd' to 'fread', which is on cuda
  // CHECK: :[[@LINE-3]]:3: note: 'd' allocated on cuda by 'cudaMalloc' here
}
void file_ok(std::FILE *f) {
  float *d, h[16];
  cudaMalloc(&d, 64);
  std::fread(h, 4, 16, f);
  cudaMemcpy(d, h, 64, cudaMemcpyHostToDevice);
}
void text_bad() {
  char *d;
  cudaMalloc(&d, 8);
  strcpy(d, "text");
  // CHECK: :[[@LINE-1]]:3: warning: host code hands 'd' to 'strcpy', which is on cuda
  // CHECK: :[[@LINE-3]]:3: note: 'd' allocated on cuda by 'cudaMalloc' here
}
void text_ok() {
  char *d;
  cudaMalloc(&d, 8);
  cudaMemcpy(d, "text", 5, cudaMemcpyHostToDevice);
}

// A store through a reference that a function returns is the caller's, of what the callee's member points to.
struct Owner {
  float *Data;
  Owner() { cudaMalloc(&Data, 64); }
  float &operator[](int i) { return Data[i]; }
};
void FN_returned_reference() {
  Owner owner;
  owner[2] = 1;
}

// What a smart pointer holds is read as the object itself.
void FN_smart_pointer() {
  float *d;
  cudaMalloc(&d, 64);
  std::shared_ptr<float> held(d, [](float *p) { cudaFree(p); });
  *held = 1;
}

// The address of a part of an object is found without a look at the object: a structure with pointers is copied so.
struct Matrix {
  int Rows;
  float *Data;
};
void deep_bad(Matrix *host) {
  Matrix *d;
  cudaMalloc(&d, sizeof(Matrix));
  cudaMalloc(&d->Data, 64); // writes the pointer
  // CHECK: :[[@LINE-1]]:18: warning: host code dereferences 'd', which is on cuda
  // CHECK: :[[@LINE-3]]:3: note: 'd' allocated on cuda by 'cudaMalloc' here
  host->Data = d->Data;
  // CHECK: :[[@LINE-1]]:[[#]]: warning: host code dereferences 'd', which is on cuda
  // CHECK: note: 'd' allocated
}
void deep_ok(Matrix *host) {
  Matrix *d, *many;
  float *data;
  cudaMalloc(&d, sizeof(Matrix));
  cudaMalloc(&many, 4 * sizeof(Matrix));
  cudaMalloc(&data, 64);
  cudaMemcpy(d, host, sizeof(Matrix), cudaMemcpyHostToDevice);
  cudaMemcpy(&d->Data, &data, sizeof data, cudaMemcpyHostToDevice);
  cudaMemcpy(&(d->Rows), &host->Rows, sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(&many[2].Data, &data, sizeof data, cudaMemcpyHostToDevice);
  cudaMemcpy(&(*d).Data, &data, sizeof data, cudaMemcpyHostToDevice);
  cudaMemcpy(&data, &d->Data, sizeof data, cudaMemcpyDeviceToHost);
}

// What a symbol's address is asked for is the device's.
__device__ float table[16];
float symbol_bad() {
  float *t;
  cudaGetSymbolAddress((void **)&t, table);
  return t[0];
  // CHECK: :[[@LINE-1]]:10: warning: host code dereferences 't', which is on cuda
  // CHECK: :[[@LINE-3]]:3: note: 't' allocated on cuda by 'cudaGetSymbolAddress' here
}
float symbol_ok() {
  float *t, first;
  cudaGetSymbolAddress((void **)&t, table);
  cudaMemcpy(&first, t, sizeof first, cudaMemcpyDeviceToHost);
  return first;
}

// Parts of an object on the device that a kernel is given.
struct Frame {
  float4 Eye;
  float *Rows[4];
};
__global__ void look(float4 *eye, float **rows) { rows[0][0] = eye->x; }
void parts_ok() {
  Frame *frame;
  cudaMalloc(&frame, sizeof(Frame));
  look<<<1, 1>>>(&frame->Eye, frame->Rows);
}

// Memory with a pitch.
float pitched_bad(cudaExtent extent) {
  cudaPitchedPtr there;
  cudaMalloc3D(&there, extent);
  return static_cast<float *>(there.ptr)[0];
  // CHECK: :[[@LINE-1]]:10: warning: host code dereferences '{{.*}}', which is on cuda
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc3D' here
}
float pitched_ok(cudaExtent extent) {
  cudaPitchedPtr there;
  float first;
  cudaMalloc3D(&there, extent);
  cudaMemcpy(&first, there.ptr, sizeof first, cudaMemcpyDeviceToHost);
  return first;
}
