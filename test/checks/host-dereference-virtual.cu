// Memory that a class derived from an abstract one allocates.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-dereference %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <memory>
#include <new>

struct Memory {
  virtual ~Memory() = default;
  virtual void *allocate(size_t n) const = 0;
};
struct DeviceMemory : Memory {
  void *allocate(size_t n) const override {
    void *p = nullptr;
    cudaMalloc(&p, n);
    return p;
  }
};
float only_bad(const Memory &from) {
  auto *values = static_cast<float *>(from.allocate(64));
  return values[1];
  // CHECK: :[[@LINE-1]]:10: warning: host code dereferences 'values', which is on cuda
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
}
float only_ok(const Memory &from) {
  auto *values = static_cast<float *>(from.allocate(64));
  float value;
  cudaMemcpy(&value, values, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}
class Array {
  float *Values;

public:
  explicit Array(const Memory &from) : Values(static_cast<float *>(from.allocate(64))) {}
  float *get() { return Values; }
};
float holder_bad() {
  DeviceMemory memory;
  Array array(memory);
  return *array.get();
  // CHECK: :[[@LINE-1]]:10: warning: host code dereferences 'array.get()', which is on cuda
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
}

// Two implementations: nobody knows.
struct Storage {
  virtual ~Storage() = default;
  virtual void *allocate(size_t n) const = 0;
};
struct DeviceStorage : Storage {
  void *allocate(size_t n) const override {
    void *p = nullptr;
    cudaMalloc(&p, n);
    return p;
  }
};
struct HostStorage : Storage {
  void *allocate(size_t n) const override { return ::operator new(n); }
};
float several_ok(const Storage &from) { return *static_cast<float *>(from.allocate(64)); }
float known_bad() {
  DeviceStorage storage;
  return *static_cast<float *>(storage.allocate(64));
  // CHECK: :[[@LINE-1]]:10: warning: host code dereferences {{.*}}, which is on cuda
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
}
float known_ok() {
  HostStorage storage;
  return *static_cast<float *>(storage.allocate(64));
}
