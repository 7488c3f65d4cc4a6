// The kind of a copy against where its operands are.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-wrong-copy-direction %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#define CHECKED(call)                                                                                                  \
  do {                                                                                                                 \
    cudaError_t status = (call);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      std::fprintf(stderr, "%s\n", cudaGetErrorString(status));                                                        \
      std::exit(1);                                                                                                    \
    }                                                                                                                  \
  } while (0)

void array_bad(const float *other) {
  float *d, h[4] = {1, 2, 3, 4};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but destination 'd' is on cuda, source 'h' is on cpu [device-wrong-copy-direction]
  // CHECK: :[[@LINE-3]]:3: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: :[[@LINE-5]]:20: note: 'h' allocated on cpu here
  // CHECK: :[[@LINE-4]]:30: note: possible fix: copy with 'cudaMemcpyHostToDevice'
  cudaMemcpy(d, other, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but destination 'd' is on cuda [device-wrong-copy-direction]
  // CHECK: note: 'd' allocated
  // CHECK: note: possible fix: copy with 'cudaMemcpyDefault'
  cudaFree(d);
}

void array_ok(const float *other) {
  float *d, h[4] = {1, 2, 3, 4};
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(d, other, sizeof h, cudaMemcpyDefault);
  cudaFree(d);
}

void checked_on_second_bad(size_t n) {
  float *d = nullptr;
  std::vector<float> v(n);
  CHECKED(cudaSetDevice(1));
  CHECKED(cudaMalloc((void **)&d, n * sizeof(float)));
  CHECKED(cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyHostToDevice, 0));
  // CHECK: :[[@LINE-1]]:11: warning: 'cudaMemcpyAsync' is given 'cudaMemcpyHostToDevice', but destination 'v.data()' is on cpu, source 'd' is on cuda:1 [device-wrong-copy-direction]
  // CHECK: note: 'v' allocated on cpu here
  // CHECK: note: 'd' allocated on cuda:1 by 'cudaMalloc' here
  // CHECK: note: possible fix
}

void checked_on_second_ok(size_t n) {
  float *d = nullptr;
  std::vector<float> v(n);
  CHECKED(cudaSetDevice(1));
  CHECKED(cudaMalloc((void **)&d, n * sizeof(float)));
  CHECKED(cudaMemcpyAsync(v.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost, 0));
}

class Buffer {
public:
  explicit Buffer(size_t n) { CHECKED(cudaMalloc(&Data, n)); }
  ~Buffer() { cudaFree(Data); }
  float *get() { return Data; }

private:
  float *Data = nullptr;
};

float owner_bad() {
  Buffer b(4);
  float x;
  cudaMemcpy(&x, b.get(), sizeof x, cudaMemcpyHostToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyHostToHost', but source 'b.get()' is on cuda [device-wrong-copy-direction]
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc' here
  // CHECK: note: possible fix: copy with 'cudaMemcpyDeviceToHost'
  return x;
}

float owner_ok() {
  Buffer b(4);
  float x;
  cudaMemcpy(&x, b.get(), sizeof x, cudaMemcpyDeviceToHost);
  return x;
}

static void allocate(float **out, size_t n) { CHECKED(cudaMalloc(out, n)); }
static float *reserve(size_t n) {
  float *p;
  allocate(&p, n);
  return p;
}

void helper_bad(std::unique_ptr<float[]> h) {
  float *d = reserve(16);
  auto own = std::make_unique<float[]>(4);
  cudaMemcpy2D(own.get(), 16, d, 16, 16, 1, cudaMemcpyDeviceToDevice);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy2D' is given 'cudaMemcpyDeviceToDevice', but destination 'own.get()' is on cpu [device-wrong-copy-direction]
  // CHECK: note: 'own' allocated on cpu by 'new' here
  // CHECK: note: possible fix: copy with 'cudaMemcpyDeviceToHost'
}

void helper_ok(std::unique_ptr<float[]> h) {
  float *d = reserve(16);
  auto own = std::make_unique<float[]>(4);
  cudaMemcpy2D(own.get(), 16, d, 16, 16, 1, cudaMemcpyDeviceToHost);
  cudaMemcpy2D(h.get(), 16, d, 16, 16, 1, cudaMemcpyDeviceToHost);
}

void peer_bad(float *elsewhere) {
  float *h = static_cast<float *>(std::malloc(16));
  cudaMemcpyPeer(elsewhere, 1, h, 0, 16);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpyPeer' copies from device to device, but source 'h' is on cpu [device-wrong-copy-direction]
  // CHECK: note: 'h' allocated on cpu by 'malloc' here
}

void peer_ok(float *elsewhere) {
  float *d;
  cudaMalloc(&d, 16);
  cudaMemcpyPeer(elsewhere, 1, d, 0, 16);
}

// Pinned and managed memory is on both sides.
void both_sides_ok(size_t n) {
  float *pinned, *managed, *d;
  cudaMallocHost(&pinned, n);
  cudaMallocManaged(&managed, n);
  cudaMalloc(&d, n);
  cudaMemcpy(d, pinned, n, cudaMemcpyDeviceToDevice);
  cudaMemcpy(managed, d, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(managed, d, n, cudaMemcpyDeviceToDevice);
}

// One path here, another there: which kind fits is not known.
void either_ok(size_t n, bool onDevice, cudaMemcpyKind kind) {
  float *h = new float[n], *d, *p = h;
  cudaMalloc(&d, n);
  if (onDevice)
    p = d;
  cudaMemcpy(p, d, n, kind);
  cudaMemcpy(p, d, n, onDevice ? cudaMemcpyDeviceToDevice : cudaMemcpyDeviceToHost);
  delete[] h;
}

// A part of a structure on the device; reading its address reads nothing.
struct State {
  float Values[8];
  int Count;
};
void part_ok(const float *h) {
  State *s;
  cudaMalloc(&s, sizeof(State));
  cudaMemcpy(s->Values, h, 32, cudaMemcpyHostToDevice);
  cudaMemcpy(&s->Count, h, 4, cudaMemcpyHostToDevice);
  cudaMemcpy(&s->Values[2], h, 4, cudaMemcpyHostToDevice);
}
void part_bad() {
  State *s, local = {};
  cudaMalloc(&s, sizeof(State));
  cudaMemcpy(s->Values, local.Values, 32, cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: {{.*}} but destination 's->Values' is on cuda, source 'local.Values' is on cpu
  // CHECK-COUNT-3: note:
}

// Variables of a device have copies of their own; their name in host code is the address of a shadow on the host.
__device__ float table[16];
__constant__ float constants[16];
__managed__ float both[16];
void symbol_bad() {
  float h[16] = {}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpyToSymbol(table, h, sizeof h, 0, cudaMemcpyDeviceToDevice);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpyToSymbol' is given 'cudaMemcpyDeviceToDevice', but source 'h' is on cpu
  // CHECK: note: 'h' allocated on cpu here
  // CHECK: note: possible fix: copy with 'cudaMemcpyHostToDevice'
  cudaMemcpyFromSymbol(d, constants, sizeof h, 0, cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpyFromSymbol' is given 'cudaMemcpyDeviceToHost', but destination 'd' is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: possible fix: copy with 'cudaMemcpyDeviceToDevice'
  cudaMemcpy(h, table, sizeof h, cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but source 'table' is on cpu
  // CHECK: note: 'table' allocated on cpu here
  // CHECK: note: possible fix:
}
void symbol_default_bad() {
  float h[16] = {}, *d;
  cudaMalloc(&d, sizeof h);
  cudaMemcpyToSymbol(table, d, sizeof h);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpyToSymbol' is given 'cudaMemcpyHostToDevice', but source 'd' is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
  cudaMemcpyFromSymbol(d, table, sizeof h);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpyFromSymbol' is given 'cudaMemcpyDeviceToHost', but destination 'd' is on cuda
  // CHECK: note: 'd' allocated on cuda by 'cudaMalloc' here
}
void symbol_ok() {
  float h[16] = {}, *d, *of;
  cudaMalloc(&d, sizeof h);
  cudaMemcpyToSymbol(table, h, sizeof h, 0, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, h, sizeof h);
  cudaMemcpyFromSymbol(h, table, sizeof h);
  cudaMemcpyFromSymbol(d, constants, sizeof h, 0, cudaMemcpyDeviceToDevice);
  cudaGetSymbolAddress((void **)&of, table);
  cudaMemcpy(h, of, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(both, d, sizeof h, cudaMemcpyDeviceToDevice);
}

void fill_bad(size_t n) {
  float *h = new float[n];
  cudaMemset(h, 0, n);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemset' fills memory of a device, but destination 'h' is on cpu
  // CHECK: note: 'h' allocated on cpu by 'new' here
  delete[] h;
}
void fill_ok(size_t n) {
  float *d, *managed;
  cudaMalloc(&d, n);
  cudaMallocManaged(&managed, n);
  cudaMemset(d, 0, n);
  cudaMemset(managed, 0, n);
}

// The characters of a string are the string.
void FN_text(const char *given) {
  std::string text = given;
  char *d;
  cudaMalloc(&d, 8);
  cudaMemcpy(d, text.c_str(), 8, cudaMemcpyDeviceToDevice);
}

// A kind that a caller gives, or that a condition chooses, promises nothing.
static void copies(void *to, const void *from, cudaMemcpyKind kind) { cudaMemcpy(to, from, 16, kind); }
void FN_given_kind() {
  float *d, h[4];
  cudaMalloc(&d, sizeof h);
  copies(h, d, cudaMemcpyHostToDevice);
}
void FN_chosen_kind(bool up) {
  float *d, h[4];
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
}

// A structure that only its typedef names, as in C.
typedef struct {
  int Width;
  float *Elements;
} Matrix;
void typedef_bad(const Matrix &a) {
  Matrix d;
  d.Width = a.Width;
  cudaMalloc(&d.Elements, 64);
  cudaMemcpy(d.Elements, a.Elements, 64, cudaMemcpyDeviceToHost);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy' is given 'cudaMemcpyDeviceToHost', but destination 'd.Elements' is on cuda
  // CHECK: note: 'd.Elements' allocated on cuda by 'cudaMalloc' here
  // CHECK: note: possible fix
}
void typedef_ok(const Matrix &a) {
  Matrix d;
  d.Width = a.Width;
  cudaMalloc(&d.Elements, 64);
  cudaMemcpy(d.Elements, a.Elements, 64, cudaMemcpyHostToDevice);
}

// A structure describes the copy.
struct Volume {
  cudaExtent Extent;
  float *Host;
  cudaPitchedPtr Device;
};
void volume_bad(Volume &v) {
  cudaMalloc3D(&v.Device, v.Extent);
  v.Host = new float[64];
  cudaMemcpy3DParms p = {};
  p.srcPtr = v.Device;
  p.dstPtr = make_cudaPitchedPtr(v.Host, v.Extent.width, v.Extent.width, v.Extent.height);
  p.extent = v.Extent;
  p.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&p);
  // CHECK: :[[@LINE-1]]:3: warning: 'cudaMemcpy3D' is given 'cudaMemcpyHostToDevice', but destination 'dstPtr' is on cpu, source 'srcPtr' is on cuda [device-wrong-copy-direction]
  // CHECK: note: {{.*}} allocated on cpu by 'new' here
  // CHECK: note: {{.*}} allocated on cuda by 'cudaMalloc3D' here
}
void volume_ok(Volume &v) {
  cudaMalloc3D(&v.Device, v.Extent);
  v.Host = new float[64];
  cudaMemcpy3DParms p = {};
  p.srcPtr = v.Device;
  p.dstPtr = make_cudaPitchedPtr(v.Host, v.Extent.width, v.Extent.width, v.Extent.height);
  p.extent = v.Extent;
  p.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&p);
  p.srcPtr = v.Device;
  p.dstPtr = v.Device;
  p.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3DAsync(&p, 0);
}
