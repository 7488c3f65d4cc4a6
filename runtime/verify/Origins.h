//===- Origins.h - Where a tensor was placed ---------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table with one word for each tensor: the site that decided where it is. It has a fixed size, so that a program with
// any number of tensors costs the same memory; a tensor whose entry was taken by a younger one is of unknown origin,
// which is said of no tensor wrongly. Tensors are told apart by the address of their TensorImpl, and by a mark in it:
// one that LibTorch made itself where an instrumented one has died has none.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_ORIGINS_H
#define DEVTIDY_RUNTIME_VERIFY_ORIGINS_H

#include <atomic>
#include <bit>
#include <c10/core/TensorImpl.h>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace devtidy::verify {

/// A number of a site, with what happens there (Registry.h); 0 for none.
using SiteId = uint32_t;
inline constexpr unsigned SiteBits = 19;

struct Origin {
  SiteId Site = 0;
  bool ByDefault = false; ///< created there without a device being named
  bool IsResult = false;  ///< the tensor itself came from there, not one that it was computed from
};

/// Type and index in 12 bits.
inline uint32_t packDevice(c10::Device D) noexcept {
  return (static_cast<uint32_t>(D.type()) & 31) << 7 | (static_cast<uint32_t>(D.index()) & 127);
}
/// The same of a type and an index in a byte each.
inline uint32_t packDevice(uint16_t Bytes) noexcept { return (Bytes & 31U) << 7 | (Bytes >> 8 & 127U); }

/// What a hook reads of a tensor, without calls.
struct Peek : c10::TensorImpl {
  /// Type, index and whether there are any, in a byte each.
  static uint32_t device(const c10::TensorImpl *T) noexcept {
    const auto *Of = static_cast<const Peek *>(T);
    static_assert(sizeof(device_opt_) == 3 && std::is_trivially_copyable_v<decltype(device_opt_)>);
    // With the byte behind it, which is the tensor's, too, this is one instruction.
    uint32_t Word = 0;
    std::memcpy(&Word, reinterpret_cast<const char *>(&Of->device_opt_), sizeof Word);
    return Word & 0xFFFFFF;
  }
  static constexpr uint32_t HasDevice = 1U << 16;
  /// True if a class of LibTorch's user decides where one of two tensors is.
  static bool isCustom(const c10::TensorImpl *A, const c10::TensorImpl *B) noexcept {
    return static_cast<const Peek *>(A)->device_policy_ | static_cast<const Peek *>(B)->device_policy_;
  }
  /// Type and index of a tensor that is defined, in a byte each.
  static uint16_t place(const c10::TensorImpl *T) noexcept {
    if (static_cast<const Peek *>(T)->device_policy_) [[unlikely]]
      return std::bit_cast<uint16_t>(T->device());
    return static_cast<uint16_t>(device(T));
  }

  /// A bit that each TensorImpl starts without and that LibTorch asks nowhere: `reserved_` in c10/core/TensorImpl.h,
  /// left from Caffe2. It says that the tensor was noted since it was made; a tensor that shares another one's data
  /// (`detach`) starts with the other's.
  static bool isNoted(const c10::TensorImpl *T) noexcept { return static_cast<const Peek *>(T)->reserved_; }
  static void setNoted(const c10::TensorImpl *T) noexcept {
    // Written once, while as a rule only the thread that made the tensor has it: the bits beside are LibTorch's.
    if (auto *Of = static_cast<Peek *>(const_cast<c10::TensorImpl *>(T)); !Of->reserved_)
      Of->reserved_ = true;
  }
};

namespace detail {

// An entry is the upper 26 bits of the address, a flag, 16 bits of device, 2 flags, and 19 bits of site. Addresses are
// multiples of 16 below 2^48, so position and tag are the address. What a younger one takes the place of stays in the
// place beside, with the flag, as long as that one is free otherwise.
inline constexpr unsigned AddressBits = 44, PositionBits = 18, TagBits = AddressBits - PositionBits;
inline constexpr unsigned DeviceBits = 16, NoteBits = SiteBits + 2;
static_assert(TagBits + 1 + DeviceBits + NoteBits == 64);
inline constexpr uint64_t ByDefaultFlag = uint64_t(1) << SiteBits, IsResultFlag = ByDefaultFlag << 1;
inline constexpr uint64_t BesideFlag = uint64_t(1) << (NoteBits + DeviceBits);

// 2 MiB, which only exist as far as they are used.
[[gnu::visibility("hidden")]] extern std::atomic<uint64_t> Table[1U << PositionBits];

struct Slot {
  std::atomic<uint64_t> &Entry, &Beside;
  uint64_t Key; ///< tag and device, in place
};

inline Slot slotOf(const c10::TensorImpl *T, uint16_t Device) noexcept {
  constexpr uint64_t Odd = 0x9E3779B97F4A7C15; // 2^64 / golden ratio
  const uint64_t Address = reinterpret_cast<uintptr_t>(T) >> 4;
  const uint64_t Tag = Address >> PositionBits;
  // Tensors that are made one after the other are close in the table, too, which costs fewer pages. Heaps of threads
  // start at round addresses; these are spread.
  const uint64_t Position = (Address ^ Tag * Odd >> (64 - PositionBits)) & ((uint64_t(1) << PositionBits) - 1);
  return {Table[Position], Table[Position ^ 1], Tag << (64 - TagBits) | uint64_t(Device) << NoteBits};
}

/// Site and flags; 0 if nobody knows.
inline uint64_t noteOf(const c10::TensorImpl *T, uint16_t Device) noexcept {
  const Slot S = slotOf(T, Device);
  uint64_t Rest = S.Entry.load(std::memory_order_relaxed) ^ S.Key;
  if (Rest >> NoteBits) [[unlikely]]
    Rest = S.Beside.load(std::memory_order_relaxed) ^ (S.Key | BesideFlag);
  return Rest >> NoteBits ? 0 : Rest;
}

/// Puts an entry aside whose place another one takes.
[[gnu::noinline]] inline void putBeside(const Slot &S, uint64_t Older) noexcept {
  const uint64_t There = S.Beside.load(std::memory_order_relaxed);
  if (!(Older & BesideFlag) && (!There || (There & BesideFlag)))
    S.Beside.store(Older | BesideFlag, std::memory_order_relaxed);
}

inline void setNote(const c10::TensorImpl *T, uint16_t Device, uint64_t Note) noexcept {
  const Slot S = slotOf(T, Device);
  if (const uint64_t Older = S.Entry.load(std::memory_order_relaxed); Older && (Older ^ S.Key) >> NoteBits) [[unlikely]]
    putBeside(S, Older);
  S.Entry.store(S.Key | Note, std::memory_order_relaxed);
  Peek::setNoted(T);
}

} // namespace detail

/// Notes that the tensor was placed at a site; with none, that nobody knows where. Lock-free, any thread.
inline void recordOrigin(const c10::TensorImpl *T, Origin Where) noexcept {
  detail::setNote(T, Peek::place(T),
                  (Where.IsResult ? detail::IsResultFlag : 0) | (Where.ByDefault ? detail::ByDefaultFlag : 0) |
                      Where.Site);
}

/// Where a tensor was placed that is on this device; Site is 0 if nobody knows.
inline Origin findOrigin(const c10::TensorImpl *T) noexcept {
  if (!Peek::isNoted(T))
    return {};
  const uint64_t Note = detail::noteOf(T, Peek::place(T));
  return {static_cast<SiteId>(Note & (detail::ByDefaultFlag - 1)), (Note & detail::ByDefaultFlag) != 0,
          (Note & detail::IsResultFlag) != 0};
}

/// Notes of a tensor that was computed from another one, on one device, that it is where that one was placed. False if
/// nobody knows where that was.
inline bool followOrigin(const c10::TensorImpl *T, const c10::TensorImpl *From, uint16_t Device) noexcept {
  if (!Peek::isNoted(From))
    return false;
  const uint64_t Note = detail::noteOf(From, Device);
  if (!Note)
    return false;
  detail::setNote(T, Device, Note & ~detail::IsResultFlag);
  return true;
}

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_ORIGINS_H
