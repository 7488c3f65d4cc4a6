//===- Devices.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Devices.h"
#include "runtime/abi/StandIn.h"
#include "runtime/abi/VisibleDevices.h"
#include "runtime/sim/Releases.h"
#include <c10/util/Exception.h>

using c10::DeviceIndex;

namespace devtidy::sim {

/// The calling thread's current device, which is that of the CUDA runtime, too.
static int &current() {
  static thread_local int Own = 0;
  static thread_local int *const Shared = abi::standIn() ? abi::standIn()->CurrentDevice() : &Own;
  return *Shared;
}

DeviceIndex deviceCount() noexcept { return static_cast<DeviceIndex>(abi::visibleDevices()); }

DeviceIndex currentDevice() noexcept { return static_cast<DeviceIndex>(current()); }

static void requireDevice(DeviceIndex Index) {
  constexpr int InvalidDevice = 101; // cudaErrorInvalidDevice
  TORCH_CHECK(deviceCount(), "No CUDA GPUs are available");
  if (Index >= deviceCount())
    throwCudaError({__func__, __FILE__, static_cast<uint32_t>(__LINE__)}, InvalidDevice,
                   "CUDA error: invalid device ordinal");
}

DeviceIndex exchangeDevice(DeviceIndex To) {
  DeviceIndex From = currentDevice();
  if (To >= 0) {
    requireDevice(To);
    current() = To;
  }
  return From;
}

void setDeviceUnchecked(DeviceIndex To) noexcept {
  if (To >= 0)
    current() = To;
}

c10::Device withIndex(c10::Device D) {
  if (!D.has_index())
    D.set_index(currentDevice());
  requireDevice(D.index());
  return D;
}

} // namespace devtidy::sim
