// A thread starts with the first GPU, whatever the one that made it had made current.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --level 1 %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <future>
#include <thread>
#include <vector>

__global__ void twice(float *p) { p[threadIdx.x] *= 2; }

void closure_bad() {
  float *p;
  cudaSetDevice(1);
  cudaMalloc(&p, 128);
  std::thread t([=] { twice<<<1, 32>>>(p); });
  // CHECK: :[[@LINE-1]]:15: warning: 'twice' is launched on cuda:0 with 'p', whose memory is on cuda:1 [device-unguarded-launch]
  // CHECK: note: 'p' allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
  t.join();
}
void closure_ok() {
  float *p;
  cudaSetDevice(1);
  cudaMalloc(&p, 128);
  std::thread t([=] {
    cudaSetDevice(1);
    twice<<<1, 32>>>(p);
  });
  t.join();
}
void called_ok() {
  float *p;
  cudaSetDevice(1);
  cudaMalloc(&p, 128);
  auto f = [=] { twice<<<1, 32>>>(p); };
  f();
}

static void work(float *p) { twice<<<1, 32>>>(p); }
static void workOn(int device, float *p) {
  cudaSetDevice(device);
  twice<<<1, 32>>>(p);
}
void function_bad() {
  float *p;
  cudaSetDevice(1);
  cudaMalloc(&p, 128);
  std::thread t(work, p);
  // CHECK: :[[@LINE-1]]:15: warning: 'twice' is launched on cuda:0 with 'p', whose memory is on cuda:1
  // CHECK: note: 'p' allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
  t.join();
}
void function_ok() {
  float *p;
  cudaSetDevice(1);
  cudaMalloc(&p, 128);
  std::thread t(workOn, 1, p);
  t.join();
}
// A call of std::async is one of the function.
void FN_async() {
  float *p;
  cudaSetDevice(1);
  cudaMalloc(&p, 128);
  std::async(std::launch::async, work, p).wait();
}

// Of a class, in a pool.
class Part {
  int Device;
  float *Data;

public:
  explicit Part(int device) : Device(device) {
    cudaSetDevice(Device);
    cudaMalloc(&Data, 128);
  }
  void advance_bad() { twice<<<1, 32>>>(Data); }
  void advance_ok() {
    cudaSetDevice(Device);
    twice<<<1, 32>>>(Data);
  }
};
void pool_bad() {
  Part part(1);
  std::vector<std::thread> pool;
  pool.emplace_back([&part] { part.advance_bad(); });
  // CHECK: :[[@LINE-1]]:8: warning: 'twice' is launched on cuda:0 with {{.*}}, whose memory is on cuda:1
  // CHECK: note: {{.*}} allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
  for (auto &t : pool)
    t.join();
}
void pool_ok() {
  Part part(1);
  std::vector<std::thread> pool;
  pool.emplace_back([&part] { part.advance_ok(); });
  for (auto &t : pool)
    t.join();
}

// What the thread makes current, it makes current for itself.
void own_ok() {
  cudaSetDevice(0);
  float *p;
  cudaMalloc(&p, 128);
  std::thread other([] { cudaSetDevice(1); });
  other.join();
  twice<<<1, 32>>>(p);
}
