// The accelerator is chosen by a function, of a number that it is handed on.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <memory>

__global__ void twice(float *p) { p[threadIdx.x] *= 2; }

static void select(int device) { cudaSetDevice(device); }
static float *obtain(int device) {
  select(device);
  float *p;
  cudaMalloc(&p, 128);
  return p;
}
void helper_bad() {
  float *p = obtain(1);
  select(0);
  twice<<<1, 32>>>(p);
  // CHECK: :[[@LINE-1]]:20: warning: 'twice' is launched on cuda:0 with 'p', whose memory is on cuda:1 [device-unguarded-launch]
  // CHECK: note: 'p' allocated on cuda:1 by 'cudaMalloc' here
}
void helper_ok() {
  float *p = obtain(1);
  select(1);
  twice<<<1, 32>>>(p);
}

// A context is shared by what works on its accelerator.
class Context {
  int Id;

public:
  explicit Context(int id) : Id(id) {}
  void use() const { cudaSetDevice(Id); }
};
class Cells {
  std::shared_ptr<Context> On;
  float *Data;

public:
  explicit Cells(std::shared_ptr<Context> on) : On(on) {
    On->use();
    cudaMalloc(&Data, 128);
  }
  void advance_bad() { twice<<<1, 32>>>(Data); }
  void advance_ok() {
    On->use();
    twice<<<1, 32>>>(Data);
  }
};
void context_bad() {
  auto context = std::make_shared<Context>(1);
  Cells cells(context);
  cudaSetDevice(0);
  cells.advance_bad();
  // CHECK: :[[@LINE-1]]:3: warning: 'twice' is launched on cuda:0 with {{.*}}, whose memory is on cuda:1
  // CHECK: note: {{.*}} allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
}
void context_ok() {
  auto context = std::make_shared<Context>(1);
  Cells cells(context);
  cudaSetDevice(0);
  cells.advance_ok();
}
