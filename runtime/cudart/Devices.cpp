//===- Devices.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Environment.h"
#include "runtime/cudart/Entry.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace devtidy::cudart {

std::atomic<bool> device_tidy_cudart_used = false;
static thread_local int LastError = Success;
static thread_local int Current = 0;
static std::atomic<bool> Peers[abi::MaxDevices][abi::MaxDevices];

int done(int E) {
  if (E != Success && E != NotReady)
    LastError = E;
  return E;
}

/// Indices up to the first that names none (CUDA C++ Programming Guide, environment variables).
static int countVisible(int Count) {
  const char *Text = std::getenv("CUDA_VISIBLE_DEVICES");
  if (!Text)
    return Count;
  int Visible = 0;
  for (char *End = nullptr; Visible < Count; Text = End + 1) {
    const long Index = std::strtol(Text, &End, /*base=*/10);
    if (End == Text || Index < 0 || Index >= Count)
      break;
    ++Visible;
    if (*End != ',')
      break;
  }
  return Visible;
}

static int countOnce() {
  static const int Count = [] {
    const char *Text = std::getenv(abi::DevicesVariable);
    const long Asked = Text ? std::strtol(Text, nullptr, /*base=*/10) : 2;
    return countVisible(static_cast<int>(std::clamp<long>(Asked, 0, abi::MaxDevices)));
  }();
  return Count;
}

int deviceCount() {
  device_tidy_cudart_used.store(true, std::memory_order_relaxed);
  return countOnce();
}

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { countOnce(); }

int currentDevice() { return Current; }

static bool isDevice(int Index) { return Index >= 0 && Index < deviceCount(); }

bool hasPeerAccess(int A, int B) { return A == B || Peers[A][B]; }

} // namespace devtidy::cudart

using namespace devtidy::cudart;

CUDA_ENTRY(cudaGetLastError)() {
  const int E = LastError;
  LastError = Success;
  return E;
}
CUDA_ENTRY(cudaPeekAtLastError)() { return LastError; }

static const char *nameOf(int E, bool Long) {
  static constexpr struct {
    int Code;
    const char *Name, *Text;
  } Known[] = {
      {Success, "cudaSuccess", "no error"},
      {InvalidValue, "cudaErrorInvalidValue", "invalid argument"},
      {MemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
      {InvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
      {InvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
      {InvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
      {InvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
      {NoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
      {InvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
      {InvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
      {NotReady, "cudaErrorNotReady", "device not ready"},
      {PeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
      {PeerAccessNotEnabled, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"},
      {NotSupported, "cudaErrorNotSupported", "operation not supported"},
  };
  for (const auto &K : Known)
    if (K.Code == E)
      return Long ? K.Text : K.Name;
  return "unrecognized error code";
}

CUDA_VERSIONS(cudaGetErrorString)
extern "C" [[gnu::visibility("default")]] const char *standin_cudaGetErrorString(int E) {
  return nameOf(E, /*Long=*/true);
}
CUDA_VERSIONS(cudaGetErrorName)
extern "C" [[gnu::visibility("default")]] const char *standin_cudaGetErrorName(int E) {
  return nameOf(E, /*Long=*/false);
}

CUDA_ENTRY(cudaGetDeviceCount)(int *Count) {
  if (!Count)
    return done(InvalidValue);
  *Count = deviceCount();
  return done(*Count ? Success : NoDevice);
}
CUDA_ENTRY(cudaSetDevice)(int Index) {
  if (!isDevice(Index))
    return done(deviceCount() ? InvalidDevice : NoDevice);
  Current = Index;
  return Success;
}
CUDA_ENTRY(cudaInitDevice)(int Index, unsigned, unsigned) { return done(isDevice(Index) ? Success : InvalidDevice); }
CUDA_ENTRY(cudaGetDevice)(int *Index) {
  if (!Index)
    return done(InvalidValue);
  *Index = Current;
  return done(deviceCount() ? Success : NoDevice);
}
CUDA_ENTRY(cudaSetValidDevices)(int *, int) { return Success; }
CUDA_ENTRY(cudaSetDeviceFlags)(unsigned) { return Success; }
CUDA_ENTRY(cudaGetDeviceFlags)(unsigned *Flags) {
  *Flags = 0;
  return Success;
}
CUDA_ENTRY(cudaDeviceSynchronize)() { return done(deviceCount() ? Success : NoDevice); }
CUDA_ENTRY(cudaThreadSynchronize)() { return done(deviceCount() ? Success : NoDevice); }
CUDA_ENTRY(cudaDeviceReset)() { return Success; }
CUDA_ENTRY(cudaDeviceSetLimit)(int, size_t) { return Success; }
CUDA_ENTRY(cudaDeviceGetLimit)(size_t *Value, int) {
  *Value = 1024;
  return Success;
}
CUDA_ENTRY(cudaDeviceSetCacheConfig)(int) { return Success; }
CUDA_ENTRY(cudaDeviceSetSharedMemConfig)(int) { return Success; }
CUDA_ENTRY(cudaDeviceGetStreamPriorityRange)(int *Least, int *Greatest) {
  if (Least)
    *Least = 0;
  if (Greatest)
    *Greatest = -5;
  return Success;
}
CUDA_ENTRY(cudaDriverGetVersion)(int *Version) {
  *Version = 13000;
  return Success;
}
CUDA_ENTRY(cudaRuntimeGetVersion)(int *Version) {
  *Version = 13000;
  return Success;
}
CUDA_ENTRY(cudaDeviceGetPCIBusId)(char *Text, int Length, int Device) {
  if (!isDevice(Device))
    return done(InvalidDevice);
  std::snprintf(Text, static_cast<size_t>(Length), "0000:%02x:00.0", static_cast<unsigned>(Device) + 1);
  return Success;
}

// Peer access.

CUDA_ENTRY(cudaDeviceCanAccessPeer)(int *Can, int Device, int Peer) {
  if (!isDevice(Device) || !isDevice(Peer))
    return done(InvalidDevice);
  *Can = Device != Peer;
  return Success;
}
CUDA_ENTRY(cudaDeviceEnablePeerAccess)(int Peer, unsigned) {
  if (!isDevice(Peer) || Peer == Current)
    return done(InvalidDevice);
  return done(Peers[Current][Peer].exchange(true) ? PeerAccessAlreadyEnabled : Success);
}
CUDA_ENTRY(cudaDeviceDisablePeerAccess)(int Peer) {
  if (!isDevice(Peer))
    return done(InvalidDevice);
  return done(Peers[Current][Peer].exchange(false) ? Success : PeerAccessNotEnabled);
}

// Properties. The structure lost members in CUDA 13, so that most offsets differ (driver_types.h of both).

namespace {
enum class Member {
  TotalGlobalMem,
  SharedMemPerBlock,
  RegsPerBlock,
  WarpSize,
  MaxThreadsPerBlock,
  MaxThreadsDim,
  MaxGridSize,
  TotalConstMem,
  Major,
  Minor,
  TextureAlignment,
  Processors,
  MapsHostMemory,
  ConcurrentKernels,
  PciBus,
  Engines,
  UnifiedAddressing,
  L2CacheSize,
  MaxThreadsPerProcessor,
  ManagedMemory
};
struct Row {
  Member Which;
  unsigned Offset12, Offset13;
  int64_t Value;
  bool Wide; ///< size_t
};
} // namespace
static constexpr Row Rows[] = {
    {Member::TotalGlobalMem, 288, 288, int64_t(16) << 30, true},
    {Member::SharedMemPerBlock, 296, 296, 48 << 10, true},
    {Member::RegsPerBlock, 304, 304, 65536, false},
    {Member::WarpSize, 308, 308, 32, false},
    {Member::MaxThreadsPerBlock, 320, 320, 1024, false},
    {Member::MaxThreadsDim, 324, 324, 1024, false},
    {Member::MaxThreadsDim, 328, 328, 1024, false},
    {Member::MaxThreadsDim, 332, 332, 64, false},
    {Member::MaxGridSize, 336, 336, 0x7fffffff, false},
    {Member::MaxGridSize, 340, 340, 65535, false},
    {Member::MaxGridSize, 344, 344, 65535, false},
    {Member::TotalConstMem, 352, 352, 65536, true},
    {Member::Major, 360, 360, 8, false},
    {Member::Minor, 364, 364, 0, false},
    {Member::TextureAlignment, 368, 368, 512, true},
    {Member::Processors, 388, 384, 80, false},
    {Member::MapsHostMemory, 400, 392, 1, false},
    {Member::ConcurrentKernels, 576, 560, 1, false},
    {Member::Engines, 600, 584, 2, false},
    {Member::UnifiedAddressing, 604, 588, 1, false},
    {Member::L2CacheSize, 616, 596, 4 << 20, false},
    {Member::MaxThreadsPerProcessor, 624, 604, 2048, false},
    {Member::ManagedMemory, 652, 636, 1, false},
};
static constexpr size_t Size12 = 1032, Size13 = 1008;

static int fillProperties(void *Into, int Device, bool Is13) {
  if (!Into || !isDevice(Device))
    return done(Into ? InvalidDevice : InvalidValue);
  auto *Bytes = static_cast<char *>(Into);
  std::memset(Bytes, 0, Is13 ? Size13 : Size12);
  std::strcpy(Bytes, "device-tidy simulated GPU");
  for (const Row &R : Rows) {
    const int Narrow = static_cast<int>(R.Value);
    std::memcpy(Bytes + (Is13 ? R.Offset13 : R.Offset12), R.Wide ? static_cast<const void *>(&R.Value) : &Narrow,
                R.Wide ? sizeof R.Value : sizeof Narrow);
  }
  return Success;
}
// The name is that of CUDA 13's; programs of CUDA 12 ask for the second version of it.
CUDA_ENTRY(cudaGetDeviceProperties)(void *Into, int Device) { return fillProperties(Into, Device, /*Is13=*/true); }
CUDA_ENTRY(cudaGetDeviceProperties_v2)(void *Into, int Device) { return fillProperties(Into, Device, /*Is13=*/false); }

CUDA_ENTRY(cudaDeviceGetAttribute)(int *Value, int Attribute, int Device) {
  if (!Value || !isDevice(Device))
    return done(Value ? InvalidDevice : InvalidValue);
  // cudaDeviceAttr (driver_types.h); what is not listed is a feature that is not there.
  switch (Attribute) {
  case 1:
  case 2:
  case 3:
  case 39 /* per multiprocessor */:
    *Value = Attribute == 39 ? 2048 : 1024;
    break;
  case 4:
    *Value = 64;
    break;
  case 5:
    *Value = 0x7fffffff;
    break;
  case 6:
  case 7:
    *Value = 65535;
    break;
  case 8:
    *Value = 48 << 10;
    break;
  case 10:
    *Value = 32;
    break;
  case 12:
  case 82:
    *Value = 65536;
    break;
  case 16:
    *Value = 80;
    break;
  case 19:
  case 31:
  case 41:
  case 83: // maps host memory, concurrent kernels, unified addressing, managed memory
    *Value = 1;
    break;
  case 75:
    *Value = 8;
    break;
  case 81:
  case 97:
    *Value = 100 << 10;
    break;
  default:
    *Value = 0;
  }
  return Success;
}
