//===- Shared.cpp - For the simulator of LibTorch's devices ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/StandIn.h"
#include "runtime/cudart/Entry.h"
#include "runtime/cudart/Memory.h"

using namespace devtidy::cudart;

static void *allocateOpen(size_t Size, int Device) { return allocate(MemoryKind::Device, Size, Device, Access::Open); }
static void *allocatePinned(size_t Size) { return allocate(MemoryKind::Host, Size, currentDevice()); }
static void releaseAny(void *Memory) {
  if (!release(Memory, MemoryKind::Device))
    release(Memory, MemoryKind::Host);
}
static int deviceOfAddress(const void *Address) {
  const auto B = findBlock(Address);
  return B && B->Kind == MemoryKind::Device ? B->Device : -1;
}
static bool isUsed() { return device_tidy_cudart_used.load(std::memory_order_relaxed); }

extern "C" [[gnu::visibility("default")]] const devtidy::abi::StandIn *device_tidy_cudart_stand_in() {
  static constexpr devtidy::abi::StandIn Only = {&currentDeviceSlot, &isUsed,     &allocateOpen,
                                                 &allocatePinned,    &releaseAny, &deviceOfAddress};
  return &Only;
}
