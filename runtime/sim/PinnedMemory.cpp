//===- PinnedMemory.cpp - Host memory that a program asked to be pinned ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/ForkSafe.h"
#include "runtime/sim/Memory.h"
#include "runtime/sim/SharedMemory.h"
#include <c10/core/CPUAllocator.h>
#include <cstring>
#include <map>
#include <mutex>

namespace devtidy::sim {
namespace {

/// Address ranges that are pinned, by their first byte.
struct Ranges {
  std::mutex Lock;
  std::map<const char *, size_t> Sizes;
};

Ranges &ranges() { return abi::forkSafe<Ranges>(); }

void freePinned(void *Context) {
  auto *Owner = static_cast<c10::DataPtr *>(Context);
  {
    std::lock_guard Locked(ranges().Lock);
    ranges().Sizes.erase(static_cast<const char *>(Owner->get()));
  }
  delete Owner;
}

struct PinnedAllocator final : c10::Allocator {
  c10::DataPtr allocate(size_t Bytes) override {
    c10::DataPtr Shared = allocateSharedPinned(Bytes);
    auto *Owner = new c10::DataPtr(Shared ? std::move(Shared) : c10::GetCPUAllocator()->allocate(Bytes));
    if (Bytes) {
      std::lock_guard Locked(ranges().Lock);
      ranges().Sizes[static_cast<const char *>(Owner->get())] = Bytes;
    }
    return {Owner->get(), Owner, &freePinned, c10::kCPU};
  }
  void copy_data(void *To, const void *From, size_t Bytes) const override { std::memcpy(To, From, Bytes); }
};

} // namespace

c10::Allocator *pinnedAllocator() {
  static auto *Only = new PinnedAllocator;
  return Only;
}

bool isPinned(const void *Pointer) {
  const auto *Byte = static_cast<const char *>(Pointer);
  std::lock_guard Locked(ranges().Lock);
  auto After = ranges().Sizes.upper_bound(Byte);
  if (After == ranges().Sizes.begin())
    return false;
  auto &[First, Bytes] = *std::prev(After);
  return Byte < First + Bytes;
}

} // namespace devtidy::sim
