//===- Cached.cpp - The blocks of PyTorch's caching allocator ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The allocator (c10/cuda/CUDACachingAllocator.cpp) takes segments from cudaMalloc and keeps them, so that cudaFree
// says nothing of freed tensors. But it tells its profiler of each block that it hands out and takes back, by a
// function of libc10.so, which is interposed here. Nothing of LibTorch is included: the shim runs in programs without.
//
//===----------------------------------------------------------------------===//

#include "runtime/report/Stack.h"
#include "runtime/shim/Fault.h"
#include "runtime/shim/Ledger.h"
#include <atomic>
#include <dlfcn.h>
#include <link.h>

using namespace devtidy::shim;

namespace c10 {

/// As c10/core/Device.h lays it out.
struct Device {
  int8_t Type, Index;
};

[[gnu::visibility("default")]] void reportMemoryUsageToProfiler(void *Address, int64_t Size, size_t Allocated,
                                                                size_t Reserved, Device On);

} // namespace c10

using ReportFunction = decltype(c10::reportMemoryUsageToProfiler);

/// LibTorch's own; null if it is not there. Python has loaded it where RTLD_NEXT does not look.
static ReportFunction *ownReport() {
  static std::atomic<void *> Known;
  if (void *Found = Known.load(std::memory_order_acquire))
    return reinterpret_cast<ReportFunction *>(Found);
  constexpr char Name[] = "_ZN3c1027reportMemoryUsageToProfilerEPvlmmNS_6DeviceE";
  void *Found = dlsym(RTLD_NEXT, Name);
  if (void *Library = Found ? nullptr : dlopen("libc10.so", RTLD_LAZY | RTLD_NOLOAD)) {
    Found = dlsym(Library, Name);
    dlclose(Library);
  }
  Known.store(Found, std::memory_order_release);
  return reinterpret_cast<ReportFunction *>(Found);
}

/// What lies between the allocator and the program would fill the stacks that are kept.
static void hideTorch() {
  static std::atomic<bool> Begun = false;
  if (Begun.exchange(true, std::memory_order_relaxed))
    return;
  for (const char *Name : {"libc10.so", "libc10_cuda.so", "libtorch_cpu.so", "libtorch_cuda.so", "libtorch_python.so",
                           "libdevice_tidy_sim.so"}) {
    void *Library = dlopen(Name, RTLD_LAZY | RTLD_NOLOAD);
    link_map *Map = nullptr;
    if (Library && dlinfo(Library, RTLD_DI_LINKMAP, static_cast<void *>(&Map)) == 0)
      devtidy::runtime::hideModule(Map->l_ld);
  }
}

/// Size is negative for a block that is taken back.
void c10::reportMemoryUsageToProfiler(void *Address, int64_t Size, size_t Allocated, size_t Reserved, Device On) {
  constexpr int8_t Cuda = 1; // c10/core/DeviceType.h
  const auto Base = reinterpret_cast<uintptr_t>(Address);
  if (On.Type == Cuda && Address && Size > 0) {
    watchFaults();
    hideTorch();
    Block B;
    B.Base = Base;
    B.Size = static_cast<size_t>(Size);
    B.Device = On.Index;
    B.By = "PyTorch";
    B.Allocated = keepStack();
    noteCached(B);
  } else if (On.Type == Cuda && Address && Size < 0) {
    noteCachedFreed(Base, keepStack());
  }
  if (ReportFunction *Own = ownReport())
    Own(Address, Size, Allocated, Reserved, On);
}
