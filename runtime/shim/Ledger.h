//===- Ledger.h - Which memory is where -------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every allocation of the CUDA runtime that is alive, by address, and the latest ones that are not. PyTorch's caching
// allocator takes its segments from cudaMalloc, so the blocks that it hands out are in them; these are kept, too
// (Cached.cpp). Thread-safe; a lookup takes no lock that another lookup holds.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SHIM_LEDGER_H
#define DEVTIDY_RUNTIME_SHIM_LEDGER_H

#include "runtime/shim/StackDepot.h"
#include <cstddef>
#include <optional>
#include <span>

namespace devtidy::shim {

enum class Memory : uint8_t {
  Device,     ///< cudaMalloc
  Variable,   ///< a variable of the device, whose address the program has asked for: cudaGetSymbolAddress
  Pooled,     ///< cudaMallocAsync: who may use it beside the device is the pool's affair
  Pinned,     ///< cudaMallocHost: of the host, and devices may use it
  Registered, ///< cudaHostRegister: the same of the program's own memory, which is there before and after
  Managed,    ///< cudaMallocManaged: both
};

struct Block {
  uintptr_t Base = 0;
  size_t Size = 0;
  StackId Allocated = 0;
  StackId Freed = 0;   ///< of a block that is not alive
  const char *By = ""; ///< "cudaMalloc"
  Memory Kind = Memory::Device;
  int16_t Device = 0;
  bool Alive = true;

  bool isOnDevice() const { return Kind <= Memory::Pooled; }
};

void noteAllocated(const Block &B);
/// Moves the block that begins at Base to the dead ones. Gives it, alive if it was and dead if it was dead already;
/// nothing if there is no such block.
std::optional<Block> noteFreed(uintptr_t Base, StackId By);
/// The same for a block that PyTorch's caching allocator has handed out of a segment, or of memory that nobody saw. Its
/// addresses are those of this block from then on, alive or dead, until the segment is freed.
void noteCached(const Block &B);
void noteCachedFreed(uintptr_t Base, StackId By);
/// All memory on a device is freed.
void noteAllFreed(int Device, StackId By);
/// The runtime has refused to free what noteFreed gave: it lives on.
void noteKept(const Block &B);
/// The block with the address: one that is alive, else one of the latest dead ones, else nothing. Dead memory of the
/// host is left out if somebody else may have the addresses now.
std::optional<Block> findBlock(uintptr_t Address);
/// The same for several addresses, for little more than one costs: the locks are what a lookup takes its time for. Into
/// has as many places.
void findBlocks(std::span<const uintptr_t> Addresses, std::optional<Block> *Into);
/// The same for signal handlers: false if somebody changes the ledger now.
bool tryFindBlock(uintptr_t Address, std::optional<Block> &Into);

/// Dead blocks that are remembered.
inline constexpr size_t MaxDead = 4096;

} // namespace devtidy::shim

#endif // DEVTIDY_RUNTIME_SHIM_LEDGER_H
