//===- Simulator.h - The C interface of the simulated devices ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libdevice_tidy_sim.so exports beside what it registers with LibTorch. The Python package calls it through
// ctypes, so there are C types only. No function throws; all may be called from any thread. Includes nothing of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_SIMULATOR_H
#define DEVTIDY_RUNTIME_ABI_SIMULATOR_H

#include <cstdint>

extern "C" {

/// The LibTorch that the library was built for: "2.13.0".
const char *devtidySimTorchVersion();
int32_t devtidySimDeviceCount();
/// The calling thread's current device.
int32_t devtidySimCurrentDevice();
/// Makes a device current and returns the one that was; -1 changes nothing. -2: there is no such device.
int32_t devtidySimExchangeDevice(int32_t Device);
/// While it is on, a new generator is the default generator of its device: how torch.cuda.default_generators is filled,
/// since LibTorch hands Python new generators only.
void devtidySimHandOutDefaults(int32_t On);
/// The c10::Allocator of the simulated devices.
void *devtidySimAllocator();
/// The id of the calling thread's current stream of a device, 0 for the default stream.
int64_t devtidySimCurrentStream(int32_t Device);
void devtidySimSetStream(int32_t Device, int64_t Stream);
/// Milliseconds between two recorded events, given by the handles of DeviceGuardImplInterface.
double devtidySimElapsed(const void *From, const void *To);

/// True in a process that was forked off one that had used the devices: CUDA does not work there.
int32_t devtidySimIsBadFork();
/// From now on a forked process is a bad fork. RequireInitialization is torch::utils::set_requires_device_init, called
/// there for CUDA; null in a program without Python.
void devtidySimPoisonForks(void (*RequireInitialization)(int8_t DeviceType, bool Required));

/// How many operators were refused by the operator table's rule, not by LibTorch's own code.
int64_t devtidySimRefusals();

/// The device whose memory an address is; -1 if it is none's, -2 if that is not known: only in a process that was
/// instrumented before its first tensor was on a device is it known.
int32_t devtidySimDeviceOf(const void *Address);

/// Counters of a device since the start of the program, or since the last reset of the peaks.
struct DevtidySimMemory {
  int64_t CurrentBytes, PeakBytes, AllocatedBytes, FreedBytes;
  int64_t CurrentBlocks, PeakBlocks, AllocatedBlocks, FreedBlocks;
  int64_t Refused; ///< allocations for which there was no memory
};
/// All zero if there is no such device.
struct DevtidySimMemory devtidySimMemory(int32_t Device);
void devtidySimResetPeaks(int32_t Device);
/// Gives a c10::StorageImpl on a device another size; its bytes stay as far as they fit. The device is not asked
/// whether it has so much.
void devtidySimResizeStorage(void *Storage, int64_t Bytes);
/// Bytes that one device has.
int64_t devtidySimTotalMemory();
/// How much of it the process may have: 0 to 1, which is what it is at first.
void devtidySimSetMemoryFraction(double Fraction, int32_t Device);
double devtidySimMemoryFraction(int32_t Device);
}

#endif // DEVTIDY_RUNTIME_ABI_SIMULATOR_H
