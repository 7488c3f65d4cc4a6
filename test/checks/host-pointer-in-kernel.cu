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

// The address of an object is the host's, also where what it holds is on the device.
struct Params {
  float *Weights;
};
__global__ void byPointer(const Params *p) { p->Weights[0] = 1; }
void address_of_object_bad() {
  Params p;
  cudaMalloc(&p.Weights, 64);
  byPointer<<<1, 1>>>(&p);
  // CHECK: :[[@LINE-1]]:23: warning: 'byPointer' is launched with '&p', whose memory is on cpu
  // CHECK: note: 'p' allocated on cpu here
}
void address_of_object_ok() {
  Params p, *there;
  cudaMalloc(&p.Weights, 64);
  cudaMalloc(&there, sizeof(Params));
  cudaMemcpy(there, &p, sizeof(Params), cudaMemcpyHostToDevice);
  byPointer<<<1, 1>>>(there);
}

// Pointers of several buffers.
struct Group {
  float *Parts[4];
};
__global__ void each(float **parts) { parts[blockIdx.x][threadIdx.x] = 1; }
void pointers_bad() {
  float *parts[4], **table = (float **)malloc(4 * sizeof(float *)), **list = new float *[4];
  for (int i = 0; i < 4; ++i) {
    cudaMalloc(&parts[i], 64);
    cudaMalloc(&table[i], 64);
    cudaMalloc(&list[i], 64);
  }
  each<<<4, 16>>>(parts);
  // CHECK: :[[@LINE-1]]:19: warning: 'each' is launched with 'parts', whose memory is on cpu
  // CHECK: note: 'parts' allocated on cpu here
  each<<<4, 16>>>(table);
  // CHECK: :[[@LINE-1]]:19: warning: 'each' is launched with 'table', whose memory is on cpu
  // CHECK: note: 'table' allocated on cpu by 'malloc' here
  each<<<4, 16>>>(list);
  // CHECK: :[[@LINE-1]]:19: warning: 'each' is launched with 'list', whose memory is on cpu
  // CHECK: note: 'list' allocated on cpu by 'new' here
}
void pointers_ok() {
  float *parts[4], **there;
  Group *group;
  for (int i = 0; i < 4; ++i)
    cudaMalloc(&parts[i], 64);
  cudaMalloc(&there, sizeof parts);
  cudaMalloc(&group, sizeof(Group));
  cudaMemcpy(there, parts, sizeof parts, cudaMemcpyHostToDevice);
  cudaMemcpy(group->Parts, parts, sizeof parts, cudaMemcpyHostToDevice);
  each<<<4, 16>>>(there);
  each<<<4, 16>>>(group->Parts);
  for (int i = 0; i < 4; ++i)
    scale<<<1, 16>>>(parts[i], 16);
}
void table_elements_bad(int gpus) {
  float **host = (float **)malloc(gpus * sizeof(float *)), **device = (float **)malloc(gpus * sizeof(float *));
  for (int i = 0; i < gpus; ++i) {
    cudaMalloc(&device[i], 64);
    host[i] = (float *)malloc(64);
  }
  for (int i = 0; i < gpus; ++i)
    scale<<<1, 16>>>(host[i], 16);
  // CHECK: :[[@LINE-1]]:22: warning: 'scale' is launched with 'host[i]', whose memory is on cpu
  // CHECK: note: {{.*}} allocated on cpu by 'malloc' here
}
void table_elements_ok(int gpus) {
  float **host = (float **)malloc(gpus * sizeof(float *)), **device = (float **)malloc(gpus * sizeof(float *));
  for (int i = 0; i < gpus; ++i) {
    cudaMalloc(&device[i], 64);
    host[i] = (float *)malloc(64);
  }
  for (int i = 0; i < gpus; ++i)
    scale<<<1, 16>>>(device[i], 16);
}

// Vectors of structures, members of a class.
class Bodies {
public:
  void step_bad() {
    advance<<<1, 32>>>(There, Speeds.data());
    // CHECK: :[[@LINE-1]]:38: warning: 'advance' is launched with 'Speeds.data()', whose memory is on cpu
    // CHECK: note: {{.*}} allocated on cpu here
  }
  void step_ok() { advance<<<1, 32>>>(There, SpeedsThere); }

private:
  static __global__ void advance(float4 *positions, float4 *speeds) { positions->x += speeds->x; }
  std::vector<float4> Speeds;
  float4 *There = nullptr, *SpeedsThere = nullptr;
};

void by_function_pointer_bad(void (*kernel)(float *, int)) {
  float h[4];
  kernel<<<1, 4>>>(h, 4);
  // CHECK: :[[@LINE-1]]:20: warning: a kernel is launched with 'h', whose memory is on cpu
  // CHECK: note: 'h' allocated on cpu here
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

// host-pointer-in-kernel-given.cu has more of these.
static void launch(float *values, int n) { scale<<<(n + 31) / 32, 32>>>(values, n); }
void through_launcher_bad(int n) {
  float *h = new float[n];
  launch(h, n);
  // CHECK: :[[@LINE-1]]:10: warning: 'scale' is launched with 'h', whose memory is on cpu
  // CHECK: :[[@LINE-3]]:14: note: 'h' allocated on cpu by 'new' here
  // CHECK: :[[@LINE-6]]:44: note: 'scale' launched here
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
