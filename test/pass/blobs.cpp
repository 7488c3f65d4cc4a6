// Memory of the program becomes a tensor: it has to be where the tensor says. CUDA's functions are looked up, since the
// test has no toolkit.
//
// REQUIRES: torch, instrument
// RUN: %instrument %s -o %t
// RUN: %device_tidy run --devices 2 -- %t bad 2>&1 | grep -v '^    in ' | FileCheck %s
// RUN: %device_tidy run --devices 2 -- %t ok 2>&1 | FileCheck %s --check-prefix=OK --implicit-check-not=warning:
// RUN: env CUDA_VISIBLE_DEVICES= %t host 2>&1 | FileCheck %s --check-prefix=HOST --implicit-check-not=warning:
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <torch/torch.h>

template <typename F> static F *cuda(const char *Name) { return reinterpret_cast<F *>(dlsym(RTLD_DEFAULT, Name)); }
static float Host[4];

static void missing_bad(float *device) {
  auto x = torch::from_blob(device, {4});
}
// CHECK: blobs.cpp:[[#@LINE-2]]:12: warning: 'from_blob' makes a tensor on cpu of its data, whose memory is on cuda:1 [device-wrong-blob-device]
static void missing_ok(float *device) {
  auto x = torch::from_blob(device, {4}, torch::TensorOptions().device("cuda:1"));
}

// LibTorch itself compares indices.
static void index_bad(float *device) {
  cuda<int(int)>("cudaSetDevice")(0);
  try {
    auto x = torch::from_blob(device, {4}, torch::TensorOptions().device("cuda:0"));
  } catch (const c10::Error &E) {
    std::fprintf(stderr, "%s\n", E.what_without_backtrace());
  }
}
// CHECK: Specified device cuda:0 does not match device of data cuda:1

static void host_bad(float *) {
  auto x = torch::from_blob(Host, {4}, torch::kCUDA);
}
// CHECK: blobs.cpp:[[#@LINE-2]]:12: warning: 'from_blob' makes a tensor on cuda:{{[01]}} of its data, whose memory is on cpu [device-wrong-blob-device]
static void host_ok(float *) {
  auto x = torch::from_blob(Host, {4});
  auto none = torch::from_blob(nullptr, {0});
}

// Pinned memory is of both, and so is a tensor's own.
static void both_ok(float *) {
  float *pinned = nullptr;
  cuda<int(float **, size_t)>("cudaMallocHost")(&pinned, 64);
  auto x = torch::from_blob(pinned, {4}), y = torch::ones({4}, torch::kCUDA);
  auto z = torch::from_blob(y.data_ptr(), {4}, y.options());
}

/// An allocator of the program's own for tensors on the CPU. The pages of pinned memory are the host's.
struct OwnAllocator final : c10::Allocator {
  explicit OwnAllocator(const char *Name) : Allocate(cuda<int(void **, size_t)>(Name)) {}
  c10::DataPtr allocate(size_t Bytes) override {
    void *Memory = nullptr;
    Allocate(&Memory, Bytes + 1);
    return {Memory, Memory, [](void *) {}, c10::kCPU};
  }
  void copy_data(void *, const void *, size_t) const override {}
  int (*Allocate)(void **, size_t);
};

static void allocates(const char *Name) {
  c10::Allocator *Before = c10::GetAllocator(c10::kCPU);
  OwnAllocator Own(Name);
  c10::SetAllocator(c10::kCPU, &Own);
  auto x = torch::empty({4});
  c10::SetAllocator(c10::kCPU, Before);
}
// CHECK: blobs.cpp:[[#@LINE-3]]:12: warning: 'empty' makes a tensor on cpu, but the allocator gave memory on cuda:{{[01]}} [device-wrong-blob-device]
static void allocator_bad(float *) { allocates("cudaMalloc"); }
static void allocator_ok(float *) { allocates("cudaMallocHost"); }

// A storage of the program's own tells what its maker said. It is asked where tensors meet.
static torch::Tensor stored(void *Data, c10::Device Told) {
  c10::Storage Made(c10::Storage::use_byte_size_t(), 16, c10::DataPtr(Data, Told), /*allocator=*/nullptr,
                    /*resizable=*/false);
  return torch::empty({0}, Told).set_(Made, 0, {4}, {1});
}
static void storage_bad(float *device) {
  auto x = stored(device, c10::kCPU);
  auto y = x.view_as(torch::empty({4}));
}
// CHECK: blobs.cpp:[[#@LINE-2]]:14: warning: 'view_as' is given 'x' on cpu, whose memory is on cuda:1 [device-wrong-blob-device]
static void storage_ok(float *) {
  auto x = stored(Host, c10::kCPU);
  auto y = x.view_as(torch::empty({4}));
}
static void host_storage_bad(float *) {
  auto x = stored(Host, c10::Device(c10::kCUDA, 1));
  auto y = x.view_as(torch::empty({4}, x.device()));
}
// CHECK: blobs.cpp:[[#@LINE-2]]:14: warning: 'view_as' is given 'x' on cuda:1, whose memory is on cpu [device-wrong-blob-device]
static void host_storage_ok(float *device) {
  auto x = stored(device, c10::Device(c10::kCUDA, 1));
  auto y = x.view_as(torch::empty({4}, x.device()));
}

int main(int, char **Arguments) {
  if (std::strcmp(Arguments[1], "host") == 0) {
    host_ok(nullptr);
    return std::puts("done"), 0;
  }
  float *device = nullptr;
  cuda<int(int)>("cudaSetDevice")(1);
  cuda<int(float **, size_t)>("cudaMalloc")(&device, 64);
  if (std::strcmp(Arguments[1], "bad") == 0)
    for (auto *F : {missing_bad, index_bad, host_bad, allocator_bad, storage_bad, host_storage_bad})
      F(device);
  else
    for (auto *F : {missing_ok, host_ok, both_ok, allocator_ok, storage_ok, host_storage_ok})
      F(device);
  std::puts("done");
}
// CHECK: done
// OK: done
// HOST: done
