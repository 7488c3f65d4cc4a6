// Streams that objects make and containers hold.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --level 2 --select device-stream-mismatch %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <memory>
#include <vector>

__global__ void twice(float *p) { p[threadIdx.x] *= 2; }

class Event {
  cudaEvent_t Handle;

public:
  Event() { cudaEventCreate(&Handle); }
  cudaEvent_t get() const { return Handle; }
};
class Stream {
  cudaStream_t Handle;

public:
  Stream() { cudaStreamCreate(&Handle); }
  cudaStream_t get() const { return Handle; }
  void record(const Event &e) { cudaEventRecord(e.get(), Handle); }
};

void elements_bad() {
  float *p;
  cudaSetDevice(1);
  std::vector<Stream> streams(2);
  cudaSetDevice(0);
  cudaMalloc(&p, 128);
  twice<<<1, 32, 0, streams[0].get()>>>(p);
  // CHECK: :[[@LINE-1]]:3: warning: 'twice' is given 'streams[0].get()', which is on cuda:1, while cuda:0 is current [device-stream-mismatch]
  // CHECK: note: {{.*}} allocated on cuda:1 by 'cudaStreamCreate' here
}
void elements_ok() {
  float *p;
  cudaSetDevice(1);
  std::vector<Stream> streams(2);
  cudaMalloc(&p, 128);
  twice<<<1, 32, 0, streams[0].get()>>>(p);
}

class Context {
  std::vector<Stream> Streams;

public:
  explicit Context(int n) : Streams(n) {}
  Stream &stream(int i) { return Streams[i]; }
};
static std::unique_ptr<Context> makeContext(int device, int streams) {
  cudaSetDevice(device);
  return std::make_unique<Context>(streams);
}
void context_bad() {
  float *p;
  auto context = makeContext(1, 2);
  cudaSetDevice(0);
  cudaMalloc(&p, 128);
  twice<<<1, 32, 0, context->stream(0).get()>>>(p);
  // CHECK: :[[@LINE-1]]:3: warning: 'twice' is given {{.*}}, which is on cuda:1, while cuda:0 is current
  // CHECK: note: {{.*}} allocated on cuda:1 by 'cudaStreamCreate' here
}
void context_ok() {
  float *p;
  auto context = makeContext(1, 2);
  cudaMalloc(&p, 128);
  twice<<<1, 32, 0, context->stream(0).get()>>>(p);
}

void event_bad() {
  cudaSetDevice(1);
  Stream s;
  cudaSetDevice(0);
  Event e;
  s.record(e);
  // CHECK: :[[@LINE-1]]:5: warning: 'cudaEventRecord' is given {{.*}}, which is on cuda:0, while the stream is on cuda:1
  // CHECK: note: {{.*}} allocated on cuda:0 by 'cudaEventCreate' here
  // CHECK: note: 'cudaEventRecord' called here
}
void event_ok() {
  cudaSetDevice(1);
  Stream s;
  Event e;
  s.record(e);
}

// Of an event that the callee makes nobody says where it is.
class Recorder {
  cudaStream_t Handle;

public:
  Recorder() { cudaStreamCreate(&Handle); }
  void record() {
    Event e;
    cudaEventRecord(e.get(), Handle);
  }
};
void FN_made_in_callee() {
  cudaSetDevice(1);
  Recorder r;
  cudaSetDevice(0);
  r.record();
}
