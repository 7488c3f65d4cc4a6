//===- Devices.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/VisibleDevices.h"
#include "runtime/cudart/Entry.h"
#include "runtime/cudart/Launches.h"
#include "runtime/cudart/Memory.h"
#include <atomic>
#include <cstdio>

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

static std::atomic<bool> Hidden = false;

int deviceCount() {
  device_tidy_cudart_used.store(true, std::memory_order_relaxed);
  return Hidden.load(std::memory_order_relaxed) ? 0 : abi::visibleDevices();
}

extern "C" void device_tidy_cudart_hide() { Hidden = true; }

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { abi::visibleDevices(); }

int currentDevice() { return Current; }
int *currentDeviceSlot() { return &Current; }

bool isDevice(int Index) { return Index >= 0 && Index < deviceCount(); }

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
CUDA_ENTRY(cudaDeviceReset)() {
  releaseDevice(currentDevice());
  forgetVariables(currentDevice());
  return Success;
}
CUDA_ENTRY(cudaThreadExit)() { return Success; }
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
