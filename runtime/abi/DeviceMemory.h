//===- DeviceMemory.h - How much memory a simulated device has ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the command line, which sets it, and for those who have memory to give. Includes nothing of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_DEVICEMEMORY_H
#define DEVTIDY_RUNTIME_ABI_DEVICEMEMORY_H

#include <cstdlib>

namespace devtidy::abi {

/// Bytes that each simulated device has; unset: DefaultDeviceMemory.
inline constexpr char DeviceMemoryVariable[] = "DEVICE_TIDY_DEVICE_MEMORY";
inline constexpr long long DefaultDeviceMemory = 16LL << 30;
/// The stand-in for the CUDA runtime reserves addresses for all devices, and a process has 2^47 bytes of these.
inline constexpr long long MinDeviceMemory = 1LL << 20, MaxDeviceMemory = 512LL << 30;

/// Bytes of each simulated device. What is no number of bytes in the range counts as not said.
inline long long deviceMemory() {
  const char *Text = std::getenv(DeviceMemoryVariable);
  char *End = nullptr;
  const long long Bytes = Text ? std::strtoll(Text, &End, /*base=*/10) : 0;
  return !Text || *End || Bytes < MinDeviceMemory || Bytes > MaxDeviceMemory ? DefaultDeviceMemory : Bytes;
}

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_DEVICEMEMORY_H
