//===- SharedMemory.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/SharedMemory.h"
#include "runtime/abi/StandIn.h"

namespace devtidy::sim {
namespace {

struct Piece {
  void *Memory;
  int64_t Bytes;
  c10::DeviceIndex On;

  void tell(int64_t Change) const {
    c10::reportMemoryUsageToProfiler(Memory, Change, 0, 0, c10::Device(c10::kCUDA, On));
  }
};

void freeShared(void *Context) {
  auto *P = static_cast<Piece *>(Context);
  P->tell(-P->Bytes);
  abi::standIn()->Free(P->Memory);
  delete P;
}

void freePinned(void *Memory) { abi::standIn()->Free(Memory); }

} // namespace

bool isMemoryShared() { return abi::standIn() && abi::standIn()->IsUsed(); }

c10::DataPtr allocateShared(size_t Bytes, c10::DeviceIndex On) {
  void *Memory = Bytes && isMemoryShared() ? abi::standIn()->Allocate(Bytes, On) : nullptr;
  if (!Memory)
    return {};
  auto *P = new Piece{Memory, static_cast<int64_t>(Bytes), On};
  P->tell(P->Bytes);
  return {Memory, P, &freeShared, c10::kCPU};
}

c10::DataPtr allocateSharedPinned(size_t Bytes) {
  void *Memory = Bytes && isMemoryShared() ? abi::standIn()->AllocatePinned(Bytes) : nullptr;
  return Memory ? c10::DataPtr(Memory, Memory, &freePinned, c10::kCPU) : c10::DataPtr();
}

bool isShared(const c10::DataPtr &Memory) { return Memory.get_deleter() == &freeShared; }

} // namespace devtidy::sim
