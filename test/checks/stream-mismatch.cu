// Streams, events and memory of another accelerator than the current one.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --level 2 --select device-stream-mismatch --select device-unguarded-launch %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>

__global__ void twice(const float *in, float *out) { out[threadIdx.x] = 2 * in[threadIdx.x]; }

void stream_bad() {
  cudaStream_t s;
  float *d;
  cudaSetDevice(1);
  cudaStreamCreate(&s);
  cudaSetDevice(0);
  cudaMalloc(&d, 128);
  twice<<<1, 32, 0, s>>>(d, d);
  // CHECK: :[[@LINE-1]]:3: warning: 'twice' is given 's', which is on cuda:1, while cuda:0 is current [device-stream-mismatch]
  // CHECK: :[[@LINE-5]]:3: note: 's' allocated on cuda:1 by 'cudaStreamCreate' here
}

void stream_ok() {
  cudaStream_t s;
  float *d;
  cudaSetDevice(1);
  cudaStreamCreate(&s);
  cudaMalloc(&d, 128);
  twice<<<1, 32, 0, s>>>(d, d);
}

void event_bad() {
  cudaStream_t s;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  cudaSetDevice(1);
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaEventRecord(e, s);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaEventRecord' is given 'e', which is on cuda:0, while the stream is on cuda:1 [device-stream-mismatch]
  // CHECK: note: 'e' allocated on cuda:0 by 'cudaEventCreateWithFlags' here
}

// To wait for an event of another device is what it is for.
void event_ok() {
  cudaStream_t s, other;
  cudaEvent_t e;
  cudaSetDevice(0);
  cudaStreamCreate(&other);
  cudaEventCreate(&e);
  cudaEventRecord(e, other);
  cudaSetDevice(1);
  cudaStreamCreate(&s);
  cudaStreamWaitEvent(s, e, 0);
}

static void submit(cudaStream_t s, float *d) { twice<<<1, 32, 0, s>>>(d, d); }
struct Worker {
  cudaStream_t Stream;
  float *Data;
  Worker(int device) {
    cudaSetDevice(device);
    cudaStreamCreate(&Stream);
    cudaMalloc(&Data, 128);
  }
};
void through_function_bad() {
  cudaStream_t s;
  float *d;
  cudaSetDevice(1);
  cudaStreamCreate(&s);
  cudaSetDevice(0);
  cudaMalloc(&d, 128);
  submit(s, d);
  // CHECK: :[[@LINE-1]]:3: warning: 'twice' is given 's', which is on cuda:1, while cuda:0 is current [device-stream-mismatch]
  // CHECK: note: 's' allocated on cuda:1 by 'cudaStreamCreate' here
  // CHECK: note: 'twice' launched here
}

void memory_bad() {
  float *d0, *d1;
  cudaSetDevice(0);
  cudaMalloc(&d0, 128);
  cudaSetDevice(1);
  cudaMalloc(&d1, 128);
  twice<<<1, 32>>>(d0, d1);
  // CHECK: :[[@LINE-1]]:20: warning: 'twice' is launched on cuda:1 with 'd0', whose memory is on cuda:0 [device-unguarded-launch]
  // CHECK: :[[@LINE-5]]:3: note: 'd0' allocated on cuda:0 by 'cudaMalloc' here
}

void memory_ok() {
  float *d0, *d1;
  cudaSetDevice(0);
  cudaMalloc(&d0, 128);
  cudaSetDevice(1);
  cudaMalloc(&d1, 128);
  cudaMemcpyPeer(d1, 1, d0, 0, 128);
  twice<<<1, 32>>>(d1, d1);
}

// A helper that leaves the device as it was.
static float *allocate(int device, size_t bytes) {
  int before;
  float *d;
  cudaGetDevice(&before);
  cudaSetDevice(device);
  cudaMalloc(&d, bytes);
  cudaSetDevice(before);
  return d;
}
static float *allocateHere(size_t bytes) {
  float *d;
  cudaMalloc(&d, bytes);
  return d;
}
void helper_ok() {
  cudaSetDevice(1);
  float *d = allocateHere(128), *e = allocate(0, 128);
  twice<<<1, 32>>>(d, d);
}
void helper_bad() {
  cudaSetDevice(1);
  float *d = allocateHere(128), *e = allocate(0, 128);
  twice<<<1, 32>>>(d, e);
  // CHECK: :[[@LINE-1]]:23: warning: 'twice' is launched on cuda:1 with 'e', whose memory is on cuda:0 [device-unguarded-launch]
  // CHECK: note: {{.*}} allocated on cuda:0 by 'cudaMalloc' here
}
static void launchOn(int device, float *d) {
  cudaSetDevice(device);
  twice<<<1, 32>>>(d, d);
}
void launcher_bad() {
  cudaSetDevice(0);
  float *d = allocateHere(128);
  launchOn(1, d);
  // CHECK: :[[@LINE-1]]:15: warning: 'twice' is launched on cuda:1 with 'd', whose memory is on cuda:0 [device-unguarded-launch]
  // CHECK: note: {{.*}} allocated on cuda:0 by 'cudaMalloc' here
  // CHECK: note: 'twice' launched here
}
void launcher_ok() {
  cudaSetDevice(0);
  float *d = allocateHere(128);
  launchOn(0, d);
}
