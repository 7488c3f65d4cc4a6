//===- Interface.cpp - The C interface --------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/Simulator.h"
#include "runtime/sim/Blocks.h"
#include "runtime/sim/DeviceCheck.h"
#include "runtime/sim/Devices.h"
#include "runtime/sim/Generator.h"
#include "runtime/sim/Memory.h"
#include "runtime/sim/Streams.h"
#include <atomic>
#include <pthread.h>
#include <torch/version.h>

using namespace devtidy::sim;

namespace {
std::atomic<bool> Poisoned = false, BadFork = false;
void (*RequireAgain)(int8_t, bool) = nullptr;

void becomeBadFork() {
  BadFork = true;
  if (RequireAgain)
    RequireAgain(static_cast<int8_t>(c10::kCUDA), true);
}

bool exists(int32_t Device) { return Device >= 0 && Device < deviceCount(); }
c10::Device cuda(int32_t Device) { return {c10::kCUDA, static_cast<c10::DeviceIndex>(Device)}; }
} // namespace

#define DEVTIDY_EXPORT extern "C" [[gnu::visibility("default")]]

DEVTIDY_EXPORT const char *devtidySimTorchVersion() { return TORCH_VERSION; }

DEVTIDY_EXPORT int32_t devtidySimDeviceCount() { return deviceCount(); }

DEVTIDY_EXPORT int32_t devtidySimCurrentDevice() { return currentDevice(); }

DEVTIDY_EXPORT int32_t devtidySimExchangeDevice(int32_t Device) {
  if (Device >= deviceCount())
    return -2;
  return exchangeDevice(static_cast<c10::DeviceIndex>(Device < 0 ? -1 : Device));
}

DEVTIDY_EXPORT void devtidySimHandOutDefaults(int32_t On) { handOutDefaults(On); }

DEVTIDY_EXPORT void *devtidySimAllocator() { return deviceAllocator(); }

DEVTIDY_EXPORT int64_t devtidySimCurrentStream(int32_t Device) {
  return exists(Device) ? currentStream(cuda(Device)).id() : 0;
}

DEVTIDY_EXPORT void devtidySimSetStream(int32_t Device, int64_t Stream) {
  if (exists(Device))
    exchangeStream(c10::Stream(c10::Stream::UNSAFE, cuda(Device), Stream));
}

DEVTIDY_EXPORT int32_t devtidySimIsBadFork() { return BadFork; }

DEVTIDY_EXPORT void devtidySimPoisonForks(void (*RequireInitialization)(int8_t, bool)) {
  if (Poisoned.exchange(true))
    return;
  RequireAgain = RequireInitialization;
  pthread_atfork(/*prepare=*/nullptr, /*parent=*/nullptr, &becomeBadFork);
}

DEVTIDY_EXPORT double devtidySimElapsed(const void *From, const void *To) { return elapsedMilliseconds(From, To); }

DEVTIDY_EXPORT int64_t devtidySimRefusals() { return refusals(); }

DEVTIDY_EXPORT int32_t devtidySimDeviceOf(const void *Address) { return deviceOf(Address); }

DEVTIDY_EXPORT DevtidySimMemory devtidySimMemory(int32_t Device) {
  return exists(Device) ? memoryOf(static_cast<c10::DeviceIndex>(Device)) : DevtidySimMemory{};
}

DEVTIDY_EXPORT void devtidySimResetPeaks(int32_t Device) {
  if (exists(Device))
    resetPeaks(static_cast<c10::DeviceIndex>(Device));
}

DEVTIDY_EXPORT void devtidySimResizeStorage(void *Storage, int64_t Bytes) {
  resizeStorage(*static_cast<c10::StorageImpl *>(Storage), static_cast<size_t>(Bytes));
}

DEVTIDY_EXPORT int64_t devtidySimTotalMemory() { return totalMemory(); }

DEVTIDY_EXPORT void devtidySimSetMemoryFraction(double Fraction, int32_t Device) {
  if (exists(Device))
    setMemoryFraction(static_cast<c10::DeviceIndex>(Device), Fraction);
}

DEVTIDY_EXPORT double devtidySimMemoryFraction(int32_t Device) {
  return exists(Device) ? memoryFraction(static_cast<c10::DeviceIndex>(Device)) : 1;
}
