//===- StandIn.h - What the stand-in for the CUDA runtime and the simulator share ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program may use LibTorch and CUDA: an extension launches kernels on tensors. Then the devices of the two are the
// same ones.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_STANDIN_H
#define DEVTIDY_RUNTIME_ABI_STANDIN_H

#include "runtime/abi/ForkSafe.h"
#include <cstddef>
#include <dlfcn.h>

namespace devtidy::abi {

struct StandIn {
  /// The calling thread's current device. The pointer is good while the thread lives.
  int *(*CurrentDevice)();
  /// Whether the program itself uses CUDA. Once it is true it stays so.
  bool (*IsUsed)();
  /// Memory of a device which the host may read, too; null if a device is full. To be given to Free.
  void *(*Allocate)(size_t Size, int Device);
  /// Pinned memory of the host; the same.
  void *(*AllocatePinned)(size_t Size);
  void (*Free)(void *Memory);
  /// The device whose memory an address is; -1 if it is none's.
  int (*DeviceOf)(const void *Address);
};

inline constexpr char StandInFunction[] = "device_tidy_cudart_stand_in";

/// Null if the process has no stand-in.
inline const StandIn *standIn() {
  return madeOnce([] {
    auto *Get = reinterpret_cast<const StandIn *(*)()>(dlsym(RTLD_DEFAULT, StandInFunction));
    return Get ? Get() : nullptr;
  });
}

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_STANDIN_H
