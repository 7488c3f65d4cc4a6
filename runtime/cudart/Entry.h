//===- Entry.h - How the stand-in exports the functions of the CUDA runtime ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stand-in takes the place of libcudart.so for programs that are linked to it, of CUDA 12 and 13: it needs no
// header of CUDA's, only its ABI (cuda_runtime_api.h, driver_types.h). Handles are pointers, enumerations are ints.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_CUDART_ENTRY_H
#define DEVTIDY_RUNTIME_CUDART_ENTRY_H

#include <atomic>
#include <cstddef>
#include <cstdint>

/// Says that the function standin_Name is Name of CUDA 12 and 13.
#define CUDA_VERSIONS(Name)                                                                                            \
  asm(".symver standin_" #Name "," #Name "@@libcudart.so.13\n.symver standin_" #Name "," #Name "@libcudart.so.12");
/// Defines a function of the runtime that gives an error code.
#define CUDA_ENTRY(Name)                                                                                               \
  CUDA_VERSIONS(Name)                                                                                                  \
  extern "C" [[gnu::visibility("default")]] int standin_##Name
/// The variant for programs whose default stream is one for each thread. Streams have no order here, so it is the same.
#define CUDA_PER_THREAD(Name, Suffix)                                                                                  \
  CUDA_VERSIONS(Name##Suffix)                                                                                          \
  extern "C"                                                                                                           \
      [[gnu::visibility("default"), gnu::alias("standin_" #Name)]] decltype(standin_##Name) standin_##Name##Suffix;

namespace devtidy::cudart {

/// cudaError_t (driver_types.h).
enum Error : int {
  Success = 0,
  InvalidValue = 1,
  MemoryAllocation = 2,
  InvalidConfiguration = 9,
  InvalidSymbol = 13,
  InvalidMemcpyDirection = 21,
  InvalidDeviceFunction = 98,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidResourceHandle = 400,
  NotReady = 600,
  PeerAccessAlreadyEnabled = 704,
  PeerAccessNotEnabled = 705,
  NotSupported = 801,
};

extern "C" {
/// Tells the shim and the simulator that a program uses the stand-in: calls it, or has kernels.
extern std::atomic<bool> device_tidy_cudart_used [[gnu::visibility("default")]];
/// From now on there are no devices (abi::HideDevicesFunction).
[[gnu::visibility("default")]] void device_tidy_cudart_hide();
}

/// Keeps E for cudaGetLastError of this thread, if it is one, and gives it back.
int done(int E);

/// How many there are: DEVICE_TIDY_DEVICES, as far as CUDA_VISIBLE_DEVICES lets a program see them.
int deviceCount();
bool isDevice(int Index);
/// The calling thread's current device.
int currentDevice();
/// Where that is kept.
int *currentDeviceSlot();

/// A stream or event.
struct Handle {
  enum class Kind : uint32_t { Stream = 0x5354524d, Event = 0x4556454e } What;
  int Device = 0;
  double Recorded = -1; ///< of an event: milliseconds, -1 before
};
/// The device of a stream.
int deviceOf(const Handle *Stream);

} // namespace devtidy::cudart

#endif // DEVTIDY_RUNTIME_CUDART_ENTRY_H
