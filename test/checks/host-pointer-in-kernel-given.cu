// Memory of the host that comes to a kernel through functions, structures and closures.
// REQUIRES: cuda-toolkit
// RUN: not %device_tidy check --isolated --select device-host-pointer-in-kernel %s | FileCheck %s --implicit-check-not='{{warning|note}}:'
#include <cuda_runtime.h>
#include <memory>
#include <vector>

__global__ void scale(float *values, int n) { values[threadIdx.x] *= n; }

static void inner(float *values, int n) { scale<<<1, 32>>>(values, n); }
static void outer(int n, float *values) { inner(values + 8, n); }

void two_calls_up_bad(std::vector<float> &v) {
  outer(4, v.data());
  // CHECK: :[[@LINE-1]]:14: warning: 'scale' is launched with 'v.data()', whose memory is on cpu [device-host-pointer-in-kernel]
  // CHECK: :[[@LINE-2]]:14: note: 'v' allocated on cpu here
  // CHECK: :[[@LINE-7]]:43: note: 'scale' launched here
}

void two_calls_up_ok(std::vector<float> &v) {
  float *d;
  cudaMalloc(&d, v.size() * sizeof(float));
  cudaMemcpy(d, v.data(), v.size() * sizeof(float), cudaMemcpyHostToDevice);
  outer(4, d);
  cudaFree(d);
}

void pinned_ok() {
  float *h;
  cudaMallocHost(&h, 64 * sizeof(float));
  outer(4, h);
  cudaFreeHost(h);
}

// Which specialisation of a functor is called says where it computes.
struct Cpu {};
struct Gpu {};
template <typename T, typename Device> struct Scale;
template <typename T> struct Scale<T, Cpu> {
  void operator()(T *values, int n) {
    for (int i = 0; i < n; ++i)
      values[i] *= n;
  }
};
template <typename T> struct Scale<T, Gpu> {
  void operator()(T *values, int n) { scale<<<1, 32>>>(values, n); }
};
template <typename Device> void scaled(float *values, int n);
template <> void scaled<Cpu>(float *values, int n) { values[0] *= n; }
template <> void scaled<Gpu>(float *values, int n) { scale<<<1, 32>>>(values, n); }

class Solver {
public:
  explicit Solver(int n) : State(n) { cudaMalloc(&Device, n * sizeof(float)); }
  void functor_bad() {
    std::vector<float> *state = &State;
    Scale<float, Gpu>()(state->data(), 4);
    // CHECK: :[[@LINE-1]]:32: warning: 'scale' is launched with 'state->data()', whose memory is on cpu
    // CHECK: note: 'state' allocated on cpu here
    // CHECK: note: 'scale' launched here
  }
  void functor_ok() {
    Scale<float, Cpu>()(State.data(), 4);
    Scale<float, Gpu>()(Device, 4);
  }
  void function_bad() {
    scaled<Gpu>(State.data(), 4);
    // CHECK: :[[@LINE-1]]:23: warning: 'scale' is launched with 'State.data()', whose memory is on cpu
    // CHECK: note: {{.*}} allocated on cpu here
    // CHECK: note: 'scale' launched here
  }
  void function_ok() {
    scaled<Cpu>(State.data(), 4);
    scaled<Gpu>(Device, 4);
  }

private:
  std::vector<float> State;
  float *Device = nullptr;
};

// A structure goes by value, and its pointers with it.
struct View {
  const float *data;
  unsigned size;
  __device__ float operator[](unsigned i) const { return data[i]; }
};
struct Pair {
  View left, right;
};
__global__ void read(View view, float *out) {
  if (threadIdx.x < view.size)
    out[threadIdx.x] = view.data[threadIdx.x];
}
__global__ void read_through_method(View view, float *out) { out[threadIdx.x] = view[threadIdx.x]; }
__global__ void add(Pair pair, float *out) { out[threadIdx.x] = pair.left.data[threadIdx.x]; }

void structure_bad(float *out) {
  std::vector<float> values(32);
  View view;
  view.size = 32;
  view.data = values.data();
  read<<<1, 32>>>(view, out);
  // CHECK: :[[@LINE-1]]:19: warning: 'read' is launched with 'view.data', whose memory is on cpu
  // CHECK: note: 'values' allocated on cpu here
}

void structure_ok(float *out, const float *d) {
  std::vector<float> values(32);
  View view;
  view.size = 32;
  view.data = d;
  read<<<1, 32>>>(view, out);
}

void method_of_structure_bad(float *out) {
  float values[32];
  View view{values, 32};
  read_through_method<<<1, 32>>>(view, out);
  // CHECK: :[[@LINE-1]]:34: warning: 'read_through_method' is launched with 'view.data', whose memory is on cpu
  // CHECK: note: {{.*}} allocated on cpu here
}

// The analysis knows no objects in objects of which nobody says what they are.
void FN_part(float *out) {
  float values[32];
  Pair pair;
  pair.left.data = values;
  add<<<1, 32>>>(pair, out);
}

// The kernel does not read that one.
void other_part_ok(float *out, const float *d) {
  float values[32];
  Pair pair;
  pair.left.data = d;
  pair.right.data = values;
  add<<<1, 32>>>(pair, out);
}

static void submit(View view, float *out) { read<<<1, 32>>>(view, out); }
void structure_through_function_bad(float *out) {
  std::vector<float> values(32);
  View view{values.data(), 32};
  submit(view, out);
  // CHECK: :[[@LINE-1]]:10: warning: 'read' is launched with 'view.data', whose memory is on cpu
  // CHECK: note: {{.*}} allocated on cpu here
  // CHECK: note: 'read' launched here
}

// Buffers that exist on both sides.
struct Both {
  float *host, *device;
  bool on_device;
};
__global__ void of_device(Both both) { both.device[threadIdx.x] = 0; }
__global__ void of_either(Both both) {
  if (both.on_device)
    both.device[threadIdx.x] = 0;
  else
    both.host[threadIdx.x] = 0;
}
void both_ok(float *d) {
  std::vector<float> values(32);
  Both both{values.data(), d, true};
  of_device<<<1, 32>>>(both);
  of_either<<<1, 32>>>(both);
}

// A closure that uses a member holds `this`.
template <typename F> __global__ void run(F f, int n) {
  if (threadIdx.x < n)
    f(threadIdx.x);
}
template <typename F> void parallel_for(int n, const F &f) { run<<<1, 128>>>(f, n); }

class Pipeline {
public:
  explicit Pipeline(int n) : N(n) { cudaMalloc(&Values, n * sizeof(float)); }
  void member_bad() {
    parallel_for(N, [=] __device__(int i) { Values[i] = i; });
    // CHECK: :[[@LINE-1]]:21: warning: 'run' is launched with 'this', whose memory is on cpu
    // CHECK: :[[@LINE-2]]:21: note: address of 'this' captured here
    // CHECK: note: 'run' launched here
  }
  void member_ok() {
    float *values = Values;
    parallel_for(N, [=] __device__(int i) { values[i] = i; });
  }
  void copy_ok() {
    run<<<1, 128>>>([*this] __device__(int i) { Values[i] = i; }, N);
  }
  void named_bad() {
    auto f = [this] __device__(int i) { Values[i] = i; };
    run<<<1, 128>>>(f, N);
    // CHECK: :[[@LINE-1]]:21: warning: 'run' is launched with 'this', whose memory is on cpu
    // CHECK: :[[@LINE-3]]:14: note: address of 'this' captured here
  }

private:
  int N;
  float *Values = nullptr;
};

void reference_bad() {
  int factor = 3;
  float *d;
  cudaMalloc(&d, 128 * sizeof(float));
  parallel_for(128, [&] __device__(int i) { d[i] = factor; });
  // CHECK: :[[@LINE-1]]:21: warning: 'run' is launched with 'd', whose memory is on cpu
  // CHECK: note: address of 'd' captured here
  // CHECK: note: 'run' launched here
}

void reference_ok() {
  int factor = 3;
  float *d;
  cudaMalloc(&d, 128 * sizeof(float));
  parallel_for(128, [=] __device__(int i) { d[i] = factor; });
}

void captured_pointer_bad() {
  std::vector<float> values(128);
  float *p = values.data();
  parallel_for(128, [=] __device__(int i) { p[i] = i; });
  // CHECK: :[[@LINE-1]]:21: warning: 'run' is launched with 'p', whose memory is on cpu
  // CHECK: note: 'values' allocated on cpu here
  // CHECK: note: 'run' launched here
}
