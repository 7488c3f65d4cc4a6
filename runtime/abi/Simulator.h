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
const char *__devtidy_sim_torch_version();
int32_t __devtidy_sim_device_count();
/// The calling thread's current device.
int32_t __devtidy_sim_current_device();
/// Makes a device current and returns the one that was; -1 changes nothing. -2: there is no such device.
int32_t __devtidy_sim_exchange_device(int32_t Device);
/// While it is on, a new generator is the default generator of its device: how torch.cuda.default_generators is filled,
/// since LibTorch hands Python new generators only.
void __devtidy_sim_hand_out_defaults(int32_t On);
/// The c10::Allocator of the simulated devices.
void *__devtidy_sim_allocator();
/// The id of the calling thread's current stream of a device, 0 for the default stream.
int64_t __devtidy_sim_current_stream(int32_t Device);
void __devtidy_sim_set_stream(int32_t Device, int64_t Stream);
/// Milliseconds between two recorded events, given by the handles of DeviceGuardImplInterface.
double __devtidy_sim_elapsed(int64_t From, int64_t To);

/// True in a process that was forked off one that had used the devices: CUDA does not work there.
int32_t __devtidy_sim_is_bad_fork();
/// From now on a forked process is a bad fork. RequireInitialization is torch::utils::set_requires_device_init, called
/// there for CUDA; null in a program without Python.
void __devtidy_sim_poison_forks(void (*RequireInitialization)(int8_t DeviceType, bool Required));

/// How many operators were refused by the operator table's rule, not by LibTorch's own code.
int64_t __devtidy_sim_refusals();

/// Counters of a device since the start of the program, or since the last reset of the peaks.
struct DevtidySimMemory {
  int64_t CurrentBytes, PeakBytes, AllocatedBytes, FreedBytes;
  int64_t CurrentBlocks, PeakBlocks, AllocatedBlocks, FreedBlocks;
};
/// All zero if there is no such device.
struct DevtidySimMemory __devtidy_sim_memory(int32_t Device);
void __devtidy_sim_reset_peaks(int32_t Device);
/// Bytes that one device has.
int64_t __devtidy_sim_total_memory();
}

#endif // DEVTIDY_RUNTIME_ABI_SIMULATOR_H
