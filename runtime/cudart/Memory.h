//===- Memory.h - The memory of the simulated GPUs --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each device has a window of addresses that nobody can read, as on a machine with a GPU, and behind it the bytes: host
// code that dereferences a device pointer gets its SIGSEGV, and copies work. What LibTorch's tensors are in, which the
// simulator computes with on the host, is in a second window, whose bytes can be read. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_CUDART_MEMORY_H
#define DEVTIDY_RUNTIME_CUDART_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace devtidy::cudart {

/// cudaMemoryType (driver_types.h).
enum class MemoryKind : int { Unregistered = 0, Host = 1, Device = 2, Managed = 3 };

struct Block {
  uintptr_t Base = 0;
  size_t Size = 0;
  MemoryKind Kind = MemoryKind::Unregistered;
  int Device = 0;
  bool Registered = false; ///< the program's own memory, pinned by cudaHostRegister
};

/// Makes what this is kept in.
void makeMemory();
/// Who may touch the bytes of a device's memory.
enum class Access : bool { Device, Open /* the host, too */ };
/// Null if a device is full.
void *allocate(MemoryKind Kind, size_t Size, int Device, Access Who = Access::Device);
/// Notes memory of the program; false if some of it is known.
bool registerHost(void *Base, size_t Size, int Device);
/// False unless a block of that kind begins there.
bool release(void *Base, MemoryKind Kind, bool Registered = false);
/// What the program has allocated on a device, and the host cannot touch: another library counts on the rest.
void releaseDevice(int Device);
/// The block that holds the address; nothing for memory of the program.
std::optional<Block> findBlock(const void *Address);
/// Where the bytes of an address really are; null for an address of a device that is not allocated, or if Size bytes
/// from there leave the block.
void *bytesAt(const void *Address, size_t Size);
/// Bytes that are allocated on a device.
size_t usedBytes(int Device);
/// Bytes that each device has.
size_t deviceBytes();

} // namespace devtidy::cudart

#endif // DEVTIDY_RUNTIME_CUDART_MEMORY_H
