// Kernels that are given memory that only the host can use.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-pointer-in-kernel %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <array>
#include <cstdlib>
#include <cuda_runtime.h>
#include <memory>
#include <vector>

__global__ void scale(float *values, int count) {
  if (threadIdx.x < count)
    values[threadIdx.x] *= 2;
}
__global__ void shift(std::array<float, 4> by, float *values) { values[threadIdx.x] += by[threadIdx.x]; }
template <typename T> __global__ void fill(T *values, T with) { values[threadIdx.x] = with; }

void array_bad() {
  float h[4] = {1, 2, 3, 4};
  scale<<<1, 4>>>(h, 4);
  // CHECK: :[[@LINE-1]]:19: warning: 'scale' is launched with 'h', whose memory is on cpu [device-host-pointer-in-kernel]
  // CHECK: :[[@LINE-3]]:16: note: 'h' allocated on cpu here
}

void array_ok() {
  float h[4] = {1, 2, 3, 4}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<1, 4>>>(d, 4);
}

void uninitialised_bad() {
  float h[4];
  fill<<<1, 4>>>(h, 1.0f);
  // CHECK: :[[@LINE-1]]:18: warning: 'fill' is launched with 'h', whose memory is on cpu
  // CHECK: note: 'h' allocated on cpu here
}

void vector_bad(size_t n) {
  std::vector<float> v(n);
  scale<<<1, n>>>(v.data(), n);
  // CHECK: :[[@LINE-1]]:21: warning: 'scale' is launched with 'v.data()', whose memory is on cpu
  // CHECK: note: 'v' allocated on cpu here
  scale<<<1, n>>>(&v[1], n - 1);
  // CHECK: :[[@LINE-1]]:19: warning: 'scale' is launched with '&v[1]', whose memory is on cpu
  // CHECK: note: 'v' allocated on cpu here
}

void vector_ok(size_t n) {
  std::vector<float> v(n);
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, v.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, n>>>(d, n);
  scale<<<1, n>>>(d + 1, n - 1);
}

void heap_bad(size_t n) {
  float *a = (float *)malloc(n), *b = new float[n], one;
  scale<<<1, n>>>(a, n);
  // CHECK: :[[@LINE-1]]:19: warning: 'scale' is launched with 'a', whose memory is on cpu
  // CHECK: note: 'a' allocated on cpu by 'malloc' here
  scale<<<1, n>>>(b + 1, n);
  // CHECK: :[[@LINE-1]]:21: warning: 'scale' is launched with 'b + 1', whose memory is on cpu
  // CHECK: note: 'b' allocated on cpu by 'new' here
  scale<<<1, n>>>(&one, 1);
  // CHECK: :[[@LINE-1]]:19: warning: 'scale' is launched with '&one', whose memory is on cpu
  // CHECK: note: 'one' allocated on cpu here
}

// The host's, but kernels may read it.
void heap_ok(size_t n) {
  float *a, *b, *c = (float *)malloc(n);
  cudaMallocHost(&a, n);
  cudaMallocManaged(&b, n);
  cudaHostRegister(c, n, cudaHostRegisterDefault);
  scale<<<1, n>>>(a, n);
  scale<<<1, n>>>(b, n);
  scale<<<1, n>>>(c, n);
}

// By value.
void by_value_ok(float *d) {
  std::array<float, 4> by = {1, 2, 3, 4};
  shift<<<1, 4>>>(by, d);
}

// Memory that the program's own allocator makes.
template <typename T> struct Pinned {
  using value_type = T;
  T *allocate(size_t n) {
    T *p;
    cudaMallocHost(&p, n * sizeof(T));
    return p;
  }
  void deallocate(T *p, size_t) { cudaFreeHost(p); }
};
void allocator_ok(size_t n) {
  std::vector<float, Pinned<float>> v(n);
  scale<<<1, n>>>(v.data(), n);
  scale<<<1, n>>>(&v[1], n);
}

__device__ float table[16];
struct Pair {
  float *Host, *Device;
};
void member_bad(size_t n) {
  Pair p;
  p.Host = new float[n];
  scale<<<1, n>>>(p.Host, n);
  // CHECK: :[[@LINE-1]]:19: warning: 'scale' is launched with 'p.Host', whose memory is on cpu
  // CHECK: note: {{.*}} allocated on cpu by 'new' here
}
void member_ok(size_t n) {
  Pair p;
  p.Host = new float[n];
  cudaMalloc(&p.Device, n);
  scale<<<1, n>>>(p.Device, n);
}
#define EVERYWHERE __managed__
__managed__ float both[16];
static __managed__ float hidden[16];
EVERYWHERE float wrapped[16];
__device__ __managed__ float spelled[16];
void symbol_bad() {
  scale<<<1, 16>>>(table, 16);
  // CHECK: :[[@LINE-1]]:20: warning: 'scale' is launched with 'table', whose memory is on cpu
  // CHECK: note: 'table' allocated on cpu here
}
void managed_ok() {
  scale<<<1, 16>>>(both, 16);
  scale<<<1, 16>>>(hidden, 16);
  scale<<<1, 16>>>(wrapped, 16);
  scale<<<1, 16>>>(&spelled[1], 15);
}
void symbol_ok() {
  void *t;
  cudaGetSymbolAddress(&t, table);
  scale<<<1, 16>>>((float *)t, 16);
}

// An object's address is the object, which a kernel may be given by value.
struct Params {
  float *Weights;
};
__global__ void byPointer(const Params *p) { p->Weights[0] = 1; }
void FN_address_of_object() {
  Params p;
  cudaMalloc(&p.Weights, 64);
  byPointer<<<1, 1>>>(&p);
}

// Which function a call of a base class reaches is known when it runs.
struct Storage {
  virtual ~Storage() = default;
  virtual float *get() = 0;
};
struct HostStorage : Storage {
  float Data[16];
  float *get() override { return Data; }
};
void FN_virtual() {
  std::unique_ptr<Storage> storage = std::make_unique<HostStorage>();
  scale<<<1, 16>>>(storage->get(), 16);
}

// What a function that launches is given comes from its caller, whom the finding does not reach.
static void launch(float *values, int n) { scale<<<(n + 31) / 32, 32>>>(values, n); }
void FN_through_launcher(int n) {
  float *h = new float[n];
  launch(h, n);
}

// Structures, too, are on the host where `new` makes them.
struct Particle {
  float Position, Speed;
  float *History;
};
__global__ void move(Particle *p, int n) { p[threadIdx.x].Position += p[threadIdx.x].Speed; }
void structures_bad() {
  Particle *p = new Particle[8];
  move<<<1, 8>>>(p, 8);
  // CHECK: :[[@LINE-1]]:18: warning: 'move' is launched with 'p', whose memory is on cpu
  // CHECK: :[[@LINE-3]]:17: note: 'p' allocated on cpu by 'new' here
  delete[] p;
}
void structures_ok() {
  Particle *p = new Particle[8], *d;
  cudaMalloc(&d, 8 * sizeof(Particle));
  cudaMemcpy(d, p, 8 * sizeof(Particle), cudaMemcpyHostToDevice);
  move<<<1, 8>>>(d, 8);
  delete[] p;
}
