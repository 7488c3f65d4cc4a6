//===- Launches.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches are checked and not executed.
//
//===----------------------------------------------------------------------===//

#include "runtime/cudart/Launches.h"
#include "runtime/abi/Cuda.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/cudart/Entry.h"
#include "runtime/cudart/Memory.h"
#include "runtime/cudart/Model.h"
#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <list>
#include <map>
#include <mutex>
#include <vector>

using namespace devtidy::cudart;
using devtidy::abi::Dim;
using devtidy::abi::LaunchConfiguration;

namespace {

/// Between <<<...>>> and the stub that the compiler made, of one thread.
thread_local std::vector<LaunchConfiguration> Pushed;

/// A fat binary that is registered; its address is the handle.
struct Module {
  CodeVersions Code;
  std::vector<const void *> Kernels;
};

struct Registered {
  std::mutex Lock;
  std::list<Module> Modules;
  std::map<const void *, size_t> Variables;
  std::map<std::pair<const void *, int>, char *> Places; ///< by device

  Registered() { makeMemory(); } // which is locked while this is
};
Registered &registered() { return devtidy::abi::forkSafe<Registered>(); }

int launch(const void *Function, Dim Grid, Dim Block, const void *Stream) {
  if (!deviceCount())
    return done(NoDevice);
  if (!Function)
    return done(InvalidDeviceFunction);
  const size_t Threads = size_t(Block.X) * Block.Y * Block.Z;
  if (!Grid.X || !Grid.Y || !Grid.Z || Threads == 0 || Threads > model::ThreadsPerBlock)
    return done(InvalidConfiguration);
  // A launch into a stream of another device fails (CUDA C++ Programming Guide, "Stream and Event Behavior").
  return done(deviceOf(static_cast<const Handle *>(Stream)) == currentDevice() ? Success : InvalidResourceHandle);
}

} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { registered(); }

char *devtidy::cudart::symbolAddress(const void *Symbol) {
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  auto Known = R.Variables.find(Symbol);
  if (Known == R.Variables.end())
    return nullptr;
  char *&Place = R.Places[{Symbol, currentDevice()}];
  if (!Place)
    Place = static_cast<char *>(allocate(MemoryKind::Device, Known->second, currentDevice()));
  return Place;
}

size_t devtidy::cudart::symbolSize(const void *Symbol) {
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  auto Known = R.Variables.find(Symbol);
  return Known == R.Variables.end() ? 0 : Known->second;
}

void devtidy::cudart::forgetVariables(int Device) {
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  std::erase_if(R.Places, [&](const auto &Entry) { return Entry.first.second == Device; });
}

CUDA_ENTRY(cudaLaunchKernel)(const void *Function, Dim Grid, Dim Block, void **, size_t, Handle *Stream) {
  return launch(Function, Grid, Block, Stream);
}
CUDA_PER_THREAD(cudaLaunchKernel, _ptsz)
CUDA_ENTRY(__cudaLaunchKernel)(const void *Function, Dim Grid, Dim Block, void **, size_t, Handle *Stream) {
  return launch(Function, Grid, Block, Stream);
}
CUDA_PER_THREAD(__cudaLaunchKernel, _ptsz)
CUDA_ENTRY(cudaLaunchCooperativeKernel)(const void *Function, Dim Grid, Dim Block, void **, size_t, Handle *Stream) {
  return launch(Function, Grid, Block, Stream);
}
CUDA_PER_THREAD(cudaLaunchCooperativeKernel, _ptsz)

CUDA_ENTRY(cudaLaunchKernelExC)(const LaunchConfiguration *C, const void *Function, void **) {
  return C ? launch(Function, C->Grid, C->Block, C->Stream) : done(InvalidValue);
}
CUDA_PER_THREAD(cudaLaunchKernelExC, _ptsz)
CUDA_ENTRY(cudaLaunchHostFunc)(Handle *, void (*Function)(void *), void *Data) {
  Function(Data);
  return Success;
}
CUDA_PER_THREAD(cudaLaunchHostFunc, _ptsz)

// What compilers call (crt/host_runtime.h).

CUDA_ENTRY(__cudaPushCallConfiguration)(Dim Grid, Dim Block, size_t Shared, Handle *Stream) {
  Pushed.push_back({Grid, Block, Shared, Stream});
  return Success;
}
CUDA_ENTRY(__cudaPopCallConfiguration)(Dim *Grid, Dim *Block, size_t *Shared, Handle **Stream) {
  if (Pushed.empty())
    return done(InvalidConfiguration);
  *Grid = Pushed.back().Grid;
  *Block = Pushed.back().Block;
  *Shared = Pushed.back().Shared;
  *Stream = static_cast<Handle *>(Pushed.back().Stream);
  Pushed.pop_back();
  return Success;
}
CUDA_ENTRY(__cudaGetKernel)(const void **Kernel, const void *Function) {
  *Kernel = Function;
  return Success;
}
CUDA_ENTRY(cudaGetKernel)(const void **Kernel, const void *Function) {
  *Kernel = Function;
  return Success;
}
/// PyTorch's own kernels are no use of CUDA by the program.
static bool isOfTorch(const void *Address) {
  dl_find_object Found;
  const bool Known = _dl_find_object(const_cast<void *>(Address), &Found) == 0 && Found.dlfo_link_map;
  return Known && std::strstr(Found.dlfo_link_map->l_name, "/libtorch_");
}

CodeVersions devtidy::cudart::versionsOf(const void *Function) {
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  for (const Module &M : R.Modules)
    if (std::find(M.Kernels.begin(), M.Kernels.end(), Function) != M.Kernels.end())
      return M.Code;
  return {model::Version, model::Version};
}

CUDA_VERSIONS(__cudaRegisterFatBinary)
extern "C" [[gnu::visibility("default")]] void **standin___cudaRegisterFatBinary(void *Wrapper) {
  static void *OfTorch;
  if (isOfTorch(Wrapper))
    return &OfTorch;
  device_tidy_cudart_used.store(true, std::memory_order_relaxed);
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  return reinterpret_cast<void **>(&R.Modules.emplace_back(Module{codeVersions(Wrapper), {}}));
}
CUDA_ENTRY(__cudaRegisterFatBinaryEnd)(void **) { return Success; }
CUDA_ENTRY(__cudaUnregisterFatBinary)(void **Handle) {
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  R.Modules.remove_if([&](const Module &M) { return &M == reinterpret_cast<const Module *>(Handle); });
  return Success;
}
CUDA_ENTRY(__cudaInitModule)(void **) { return 1; }
CUDA_ENTRY(__cudaRegisterFunction)(void **Handle, const char *Function, char *, const char *, int, void *, void *,
                                   void *, void *, int *) {
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  for (Module &M : R.Modules)
    if (&M == reinterpret_cast<const Module *>(Handle))
      M.Kernels.push_back(Function);
  return Success;
}
CUDA_ENTRY(__cudaRegisterVar)(void **, char *Host, char *, const char *, int, size_t Size, int, int) {
  Registered &R = registered();
  std::lock_guard Hold(R.Lock);
  R.Variables[Host] = Size;
  return Success;
}
CUDA_ENTRY(__cudaRegisterManagedVar)(void **, void **Host, char *, const char *, int, size_t Size, int, int) {
  *Host = allocate(MemoryKind::Managed, Size, 0);
  return Success;
}

CUDA_ENTRY(__cudaRegisterHostVar)(void **, const char *, char *, size_t) { return Success; }
CUDA_ENTRY(__cudaRegisterUnifiedTable)(void **, void *) { return Success; }

CUDA_ENTRY(cudaProfilerStart)() { return Success; }
CUDA_ENTRY(cudaProfilerStop)() { return Success; }
