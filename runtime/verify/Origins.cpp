//===- Origins.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Origins.h"
#include <atomic>

namespace devtidy::verify {
namespace {

// An entry is 27 bits of the hash that are not in the position, 12 bits of device, 2 flags, and 23 bits of site.
// Addresses are multiples of 16 below 2^48 and the hash has an inverse, so position and tag are the address.
constexpr unsigned AddressBits = 44, PositionBits = 17, TagBits = AddressBits - PositionBits;
constexpr unsigned DeviceBits = 12, FlagBits = 2;
static_assert(TagBits + DeviceBits + FlagBits + SiteBits == 64);

// 1 MiB, which only exists as far as it is used.
std::atomic<uint64_t> Table[1U << PositionBits];

/// A bit that each TensorImpl starts without and that LibTorch asks nowhere: `reserved_` in c10/core/TensorImpl.h, left
/// from Caffe2. It says that the tensor was noted since it was made; a tensor that shares another one's data (`detach`)
/// starts with the other's.
struct Mark : c10::TensorImpl {
  static void set(const c10::TensorImpl *T) noexcept {
    // Written once, while as a rule only the thread that made the tensor has it: the bits beside are LibTorch's.
    if (auto *Of = static_cast<Mark *>(const_cast<c10::TensorImpl *>(T)); !Of->reserved_)
      Of->reserved_ = true;
  }
  static bool isSet(const c10::TensorImpl *T) noexcept { return static_cast<const Mark *>(T)->reserved_; }
};

struct Slot {
  std::atomic<uint64_t> &Entry;
  uint64_t Tag; ///< with the device, in place
};

Slot slotOf(const c10::TensorImpl *T) noexcept {
  constexpr uint64_t Odd = 0x9E3779B97F5; // 2^44 / golden ratio
  uint64_t Hash = ((reinterpret_cast<uintptr_t>(T) >> 4) * Odd) & ((uint64_t(1) << AddressBits) - 1);
  uint64_t Tag = Hash & ((uint64_t(1) << TagBits) - 1);
  uint64_t Device = packDevice(T->device());
  return {Table[Hash >> TagBits], ((Tag << DeviceBits) | Device) << (SiteBits + FlagBits)};
}

} // namespace

void recordOrigin(const c10::TensorImpl *T, Origin Where) noexcept {
  Slot S = slotOf(T);
  S.Entry.store(S.Tag | uint64_t(Where.IsResult) << (SiteBits + 1) | uint64_t(Where.ByDefault) << SiteBits | Where.Site,
                std::memory_order_relaxed);
  Mark::set(T);
}

Origin findOrigin(const c10::TensorImpl *T) noexcept {
  if (!Mark::isSet(T))
    return {};
  Slot S = slotOf(T);
  uint64_t Word = S.Entry.load(std::memory_order_relaxed);
  constexpr uint64_t Low = (uint64_t(1) << (SiteBits + FlagBits)) - 1;
  if ((Word & ~Low) != S.Tag)
    return {};
  return {static_cast<SiteId>(Word & ((1U << SiteBits) - 1)), (Word >> SiteBits & 1) != 0,
          (Word >> (SiteBits + 1) & 1) != 0};
}

} // namespace devtidy::verify
