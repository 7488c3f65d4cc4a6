// Pointers in members: where constructors and methods of the class put them, and who else writes them.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-dereference --select device-host-pointer-in-kernel --select device-wrong-copy-direction %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cstdlib>
#include <cuda_runtime.h>
#include <utility>
#include <vector>
__global__ void scale(float *values) { values[threadIdx.x] *= 2; }

class Made_bad {
public:
  Made_bad() { cudaMalloc(&Values, 64); }
  float first() const { return Values[0]; }
  // CHECK: :[[@LINE-1]]:32: warning: host code dereferences 'Values', which is on cuda
  // CHECK: :[[@LINE-3]]:16: note: 'Values' allocated on cuda by 'cudaMalloc' here
private:
  float *Values;
};
class Made_ok {
public:
  Made_ok() { cudaMalloc(&Values, 64); }
  float first() const {
    float value = 0;
    cudaMemcpy(&value, Values, sizeof value, cudaMemcpyDeviceToHost);
    return value;
  }
  void run() { scale<<<1, 16>>>(Values); }

private:
  float *Values;
};

// Null until a method allocates.
class Reserved_bad {
  float *Host = nullptr;

public:
  ~Reserved_bad() { delete[] Host; }
  void reserve(int n) { Host = new float[n]; }
  void run() { scale<<<1, 16>>>(Host); }
  // CHECK: :[[@LINE-1]]:33: warning: 'scale' is launched with 'Host', whose memory is on cpu
  // CHECK: :[[@LINE-3]]:32: note: 'Host' allocated on cpu by 'new' here
};
class Reserved_ok {
  float *Buffer = nullptr;

public:
  ~Reserved_ok() { cudaFree(Buffer); }
  void reserve(int n) { cudaMalloc(&Buffer, n); }
  void run() { scale<<<1, 16>>>(Buffer); }
};

// Two members, one on each side.
class Mirror {
  float *OnHost, *OnDevice;

public:
  explicit Mirror(size_t n) : OnHost(static_cast<float *>(std::malloc(n))) { cudaMalloc(&OnDevice, n); }
  void upload_ok(size_t n) {
    OnHost[0] = 1;
    cudaMemcpy(OnDevice, OnHost, n, cudaMemcpyHostToDevice);
  }
  void download_bad(size_t n) {
    cudaMemcpy(OnHost, OnDevice, n, cudaMemcpyHostToDevice);
    // CHECK: :[[@LINE-1]]:5: warning: 'cudaMemcpy' is given 'cudaMemcpyHostToDevice', but destination 'OnHost' is on cpu, source 'OnDevice' is on cuda
    // CHECK-COUNT-3: note:
  }
};

// What moves a buffer from one object to another leaves it where it is.
class Owner_bad {
  float *Owned = nullptr;

public:
  explicit Owner_bad(size_t n) { cudaMalloc(&Owned, n); }
  Owner_bad(Owner_bad &&other) noexcept : Owned(other.Owned) { other.Owned = nullptr; }
  Owner_bad &operator=(Owner_bad &&other) noexcept {
    cudaFree(Owned);
    Owned = other.Owned;
    other.Owned = nullptr;
    return *this;
  }
  float second() const { return Owned[1]; }
  // CHECK: :[[@LINE-1]]:33: warning: host code dereferences 'Owned', which is on cuda
  // CHECK: note: 'Owned' allocated on cuda by 'cudaMalloc' here
};

// Either side, as somebody chooses: nobody knows.
class Chosen_ok {
  float *Values;

public:
  Chosen_ok(bool gpu, size_t n) {
    if (gpu)
      cudaMalloc(&Values, n);
    else
      Values = static_cast<float *>(std::malloc(n));
  }
  float first() const { return Values[0]; }
};
class ChosenByMethod_ok {
  float *Values = nullptr;

public:
  void onHost() { Values = new float[3]; }
  void onDevice() { cudaMalloc(&Values, 12); }
  float first() const { return Values[0]; }
};

// Whoever makes the object may give it other memory, and so may whoever has it.
class Given_ok {
  float *Values;

public:
  explicit Given_ok(float *values) : Values(values) {}
  Given_ok() { cudaMalloc(&Values, 12); }
  float first() const { return Values[0]; }
};
struct Open_ok {
  float *Values = nullptr;
  void reserve() { cudaMalloc(&Values, 12); }
  float first() const { return Values[0]; }
};
void give(Open_ok &to, float *values) { to.Values = values; }

class Managed_ok {
  float *Values;

public:
  Managed_ok() { cudaMallocManaged(&Values, 12); }
  float first() const { return Values[0]; }
};

// One instance of a template stands for all of them.
template <bool OnDevice> class Either_ok {
  float *Values;

public:
  Either_ok() {
    if constexpr (OnDevice)
      cudaMalloc(&Values, 12);
    else
      Values = new float[3];
  }
  float first() const {
    if constexpr (OnDevice)
      return 0;
    else
      return Values[0];
  }
};
float instances() { return Either_ok<true>().first() + Either_ok<false>().first(); }

// Each of two members takes what the other one had.
class Swapped {
  float *Front, *Back;

public:
  explicit Swapped(size_t n) {
    cudaMalloc(&Front, n);
    cudaMalloc(&Back, n);
  }
  void swap() { std::swap(Front, Back); }
  float FN_first() const { return Front[0]; }
};
