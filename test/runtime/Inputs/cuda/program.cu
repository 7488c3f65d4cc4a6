// One thing that goes wrong for each word of the command line, or its repaired twin.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void scale(float *values, int count) {
  if (threadIdx.x < count)
    values[threadIdx.x] *= 2;
}
template <typename T> __global__ void add(const T *from, T *to) { to[threadIdx.x] += from[threadIdx.x]; }
__constant__ float table[4];

static float h[4] = {1, 2, 3, 4}, out[4];
static float *d;

static void direction_bad() { cudaMemcpy(d, h, sizeof h, cudaMemcpyDeviceToHost); }
static void direction_ok() {
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(out, d, sizeof h, cudaMemcpyDefault);
}
static void kernel_bad() { scale<<<1, 4>>>(h, 4); }
static void kernel_ok() {
  float *pinned, *managed;
  cudaMallocHost(&pinned, 16);
  cudaMallocManaged(&managed, 16);
  add<<<1, 4>>>(pinned, managed);
  scale<<<1, 4>>>(d + 1, 3);
  scale<<<1, 4>>>(nullptr, 0);
}
static void device_bad() {
  cudaSetDevice(1);
  add<float><<<1, 4>>>(d, d);
}
static void device_ok() {
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  add<float><<<1, 4>>>(d, d);
}
static void stream_bad() {
  cudaStream_t stream;
  cudaSetDevice(1);
  cudaStreamCreate(&stream);
  cudaSetDevice(0);
  scale<<<1, 4, 0, stream>>>(d, 4);
  std::printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
}
static void stream_ok() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  scale<<<1, 4, 0, stream>>>(d, 4);
  std::printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
}
static void event_bad() {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaSetDevice(1);
  cudaEventRecord(event);
}
static void event_ok() {
  cudaEvent_t from, to;
  float milliseconds = -1;
  cudaEventCreate(&from);
  cudaEventCreate(&to);
  cudaEventRecord(from);
  cudaEventRecord(to);
  cudaEventElapsedTime(&milliseconds, from, to);
  std::printf("time %d\n", milliseconds >= 0);
}
static void freed_bad() {
  cudaFree(d);
  scale<<<1, 4>>>(d, 4);
  cudaFree(d);
}
static void freed_ok() {
  cudaFree(d);
  cudaMalloc(&d, sizeof h);
  scale<<<1, 4>>>(d, 4);
  cudaFree(d);
}
static void touched_bad() {
  std::fflush(stdout);
  d[1] = 3;
}
static void touched_ok() {
  cudaMallocManaged(&d, sizeof h);
  d[1] = 3;
}
static void repeated_bad() {
  for (int i = 0; i < 1000; ++i)
    direction_bad();
}
static void symbols_ok() {
  cudaMemcpyToSymbol(table, h, sizeof h);
  cudaMemcpyFromSymbol(out, table, sizeof h);
  std::printf("symbol %g\n", out[2]);
}

// What the runtime refuses to free lives on.
static void refused_ok() {
  float *pinned;
  cudaMallocHost(&pinned, sizeof h);
  std::printf("free: %s\n", cudaGetErrorString(cudaFree(pinned)));
  scale<<<1, 4>>>(pinned, 4);
  std::printf("free: %s\n", cudaGetErrorString(cudaFreeHost(pinned)));
}
static void refused_bad() {
  float *pinned;
  cudaMallocHost(&pinned, sizeof h);
  cudaFree(pinned);
  cudaFreeHost(pinned);
  scale<<<1, 4>>>(pinned, 4);
}

// The program's own memory outlives its registration, and malloc can give what was pinned.
static void unpinned_ok() {
  float *d, *pinned;
  cudaMalloc(&d, 1 << 20);
  auto *mine = static_cast<float *>(std::malloc(1 << 20));
  cudaHostRegister(mine, 1 << 20, 0);
  cudaHostUnregister(mine);
  cudaMemcpy(d, mine, 1 << 20, cudaMemcpyHostToDevice);
  std::free(mine);
  for (bool managed : {false, true}) {
    managed ? cudaMallocManaged(&pinned, 1 << 20) : cudaMallocHost(&pinned, 1 << 20);
    managed ? cudaFree(pinned) : cudaFreeHost(pinned);
    mine = static_cast<float *>(std::malloc(1 << 20));
    cudaMemcpy(d, mine, 1 << 20, cudaMemcpyHostToDevice);
    std::free(mine);
  }
  cudaFree(d);
}
static void unpinned_bad() {
  float *d, *pinned;
  cudaMalloc(&d, sizeof h);
  cudaMallocHost(&pinned, sizeof h);
  cudaFreeHost(pinned);
  cudaMemcpy(d, pinned, sizeof h, cudaMemcpyHostToDevice);
}

namespace {
struct Pair {
  float first, second;
};
__global__ void hidden(float *values) { values[threadIdx.x] = 0; }
template <typename T, bool flag> __global__ void hidden_template(int count, T *values) {}
} // namespace
static void anonymous_bad() {
  static Pair pairs[2];
  hidden<<<1, 4>>>(h);
  hidden_template<Pair, (sizeof(int) > 2)><<<1, 4>>>(2, pairs);
}

static cudaMemcpy3DParms volume(cudaPitchedPtr to, cudaPitchedPtr from, cudaMemcpyKind kind) {
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = from;
  copy.dstPtr = to;
  copy.extent = make_cudaExtent(8, 2, 2);
  copy.kind = kind;
  return copy;
}
static void volume_ok() {
  static float from[8] = {1, 2, 3, 4, 5, 6, 7, 8}, to[8];
  cudaPitchedPtr there;
  cudaMalloc3D(&there, make_cudaExtent(8, 2, 2));
  auto in = volume(there, make_cudaPitchedPtr(from, 8, 8, 2), cudaMemcpyHostToDevice);
  auto out = volume(make_cudaPitchedPtr(to, 8, 8, 2), there, cudaMemcpyDeviceToHost);
  cudaMemcpy3D(&in);
  cudaMemcpy3DAsync(&out, 0);
  std::printf("volume %g %g\n", to[0], to[7]);
  cudaMemset3D(there, 0, make_cudaExtent(8, 2, 1));
  cudaMemcpy3D(&out);
  std::printf("volume %g %g\n", to[3], to[7]);
}
static void volume_bad() {
  cudaPitchedPtr there;
  cudaMalloc3D(&there, make_cudaExtent(8, 2, 2));
  auto copy = volume(make_cudaPitchedPtr(h, 8, 8, 2), there, cudaMemcpyHostToDevice);
  cudaMemcpy3D(&copy);
  cudaMemcpy3DPeerParms peers = {};
  peers.srcPtr = there;
  peers.dstPtr = make_cudaPitchedPtr(h, 8, 8, 2);
  peers.extent = make_cudaExtent(8, 1, 1);
  cudaMemcpy3DPeer(&peers);
}
static void fills(void *flat, cudaPitchedPtr deep) {
  cudaMemset2D(flat, 8, 0, 8, 2);
  cudaMemset2DAsync(flat, 8, 0, 8, 2, 0);
  cudaMemset3D(deep, 0, make_cudaExtent(8, 2, 1));
  cudaMemset3DAsync(deep, 0, make_cudaExtent(8, 2, 1), 0);
}
static void fills_ok() { fills(d, make_cudaPitchedPtr(d, 8, 8, 2)); }
static void fills_bad() { fills(h, make_cudaPitchedPtr(h, 8, 8, 2)); }
// Memory of the other device stays.
static void reset_ok() {
  float *there;
  cudaSetDevice(1);
  cudaMalloc(&there, sizeof h);
  cudaDeviceReset();
  cudaMalloc(&there, sizeof h);
  cudaMemcpy(there, h, sizeof h, cudaMemcpyHostToDevice);
  cudaSetDevice(0);
  std::printf("copy: %s\n", cudaGetErrorString(cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice)));
}
static void reset_bad() {
  cudaDeviceReset();
  std::printf("copy: %s\n", cudaGetErrorString(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)));
}
static void symbols_bad() {
  cudaMemcpyToSymbol(table, h, sizeof h, 0, cudaMemcpyDeviceToDevice);
  cudaMemcpyFromSymbol(d, table, sizeof h, 0, cudaMemcpyDeviceToHost);
}

// The address of a variable of the device is one of the device.
static void address_ok() {
  void *p;
  cudaGetSymbolAddress(&p, table);
  cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(out, table, sizeof h);
  std::printf("symbol %g\n", out[2]);
}
static void address_bad() {
  void *p;
  cudaGetSymbolAddress(&p, table);
  cudaMemcpy(p, h, sizeof h, cudaMemcpyDeviceToHost);
  std::fflush(stdout);
  static_cast<float *>(p)[1] = 3;
}

int main(int count, char **words) {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  std::printf("devices %d, %s, warp %d\n", devices, properties.name, properties.warpSize);
  if (cudaMalloc(&d, sizeof h) != cudaSuccess)
    return 3;
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(out, d, sizeof h, cudaMemcpyDeviceToHost);
  std::printf("values %g %g\n", out[0], out[3]);
  struct {
    const char *Word;
    void (*Do)();
  } all[] = {{"direction_bad", direction_bad}, {"direction_ok", direction_ok}, {"kernel_bad", kernel_bad},
             {"kernel_ok", kernel_ok},         {"device_bad", device_bad},     {"device_ok", device_ok},
             {"stream_bad", stream_bad},       {"stream_ok", stream_ok},       {"event_bad", event_bad},
             {"event_ok", event_ok},           {"freed_bad", freed_bad},       {"freed_ok", freed_ok},
             {"touched_bad", touched_bad},     {"touched_ok", touched_ok},     {"repeated_bad", repeated_bad},
             {"symbols_ok", symbols_ok},       {"symbols_bad", symbols_bad},       {"refused_ok", refused_ok},     {"refused_bad", refused_bad},
             {"anonymous_bad", anonymous_bad}, {"unpinned_ok", unpinned_ok}, {"unpinned_bad", unpinned_bad}, {"volume_ok", volume_ok},       {"volume_bad", volume_bad},
             {"fills_ok", fills_ok},           {"fills_bad", fills_bad},
             {"reset_ok", reset_ok},           {"reset_bad", reset_bad},
             {"address_ok", address_ok},       {"address_bad", address_bad}};
  for (int i = 1; i < count; ++i)
    for (auto &each : all)
      if (std::strcmp(words[i], each.Word) == 0)
        each.Do();
  std::printf("done\n");
}
