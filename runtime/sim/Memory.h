//===- Memory.h - The memory of simulated devices ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each storage on a simulated device owns a storage on the host with the same bytes, its twin. An operator runs on
// tensors over the twins (HostView.h). A storage that LibTorch made over memory of somebody else (from_blob) has none;
// it gets one for the time of a call.
//
// Thread-safe as LibTorch's storages are: twins are counted references, and one storage is not changed by two threads
// at a time.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_MEMORY_H
#define DEVTIDY_RUNTIME_SIM_MEMORY_H

#include "runtime/abi/Simulator.h"
#include <c10/core/Storage.h>

namespace devtidy::sim {

/// Allocates on the current device: what LibTorch knows as the allocator of CUDA. Throws c10::OutOfMemoryError in the
/// words of that if the device has no memory left, as storageOnDevice does.
c10::Allocator *deviceAllocator();

/// The twin of a storage on a simulated device.
c10::Storage hostTwin(const c10::Storage &OnDevice);

/// A storage on a device whose twin is the given one.
c10::Storage storageOnDevice(c10::Storage Host, c10::Device D);

/// Makes OnDevice hold what its twin holds now, which an operator may have resized. True if it has grown: then, when
/// all is followed, requireMemory is to be asked.
bool followTwin(c10::StorageImpl &OnDevice, const c10::Storage &Twin);

/// Throws if what a storage has grown to is more than its device has.
void requireMemory(const c10::StorageImpl &Grown);

/// Pinned host memory: plain memory that is remembered.
c10::Allocator *pinnedAllocator();
bool isPinned(const void *Pointer);

/// Gives a storage on a device another size: as many of its bytes as fit stay, also if the device has not so much.
void resizeStorage(c10::StorageImpl &OnDevice, size_t Bytes);

DevtidySimMemory memoryOf(c10::DeviceIndex D);
void resetPeaks(c10::DeviceIndex D);
/// Bytes that each device has.
int64_t totalMemory();
/// The part of them that the process may have: torch.cuda.set_per_process_memory_fraction.
void setMemoryFraction(c10::DeviceIndex D, double Fraction);
double memoryFraction(c10::DeviceIndex D);

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_MEMORY_H
