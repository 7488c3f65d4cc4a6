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

#include <c10/core/TensorImpl.h>
#include <cstdint>

namespace devtidy::verify {

/// A number of a site, with what happens there (Registry.h); 0 for none.
using SiteId = uint32_t;
inline constexpr unsigned SiteBits = 23;

struct Origin {
  SiteId Site = 0;
  bool ByDefault = false; ///< created there without a device being named
  bool IsResult = false;  ///< the tensor itself came from there, not one that it was computed from
};

/// Notes that the tensor was placed at a site. Lock-free, any thread.
void recordOrigin(const c10::TensorImpl *T, Origin Where) noexcept;
/// Where a tensor was placed that is on this device; Site is 0 if nobody knows.
Origin findOrigin(const c10::TensorImpl *T) noexcept;

/// Type and index in 12 bits.
inline uint32_t packDevice(c10::Device D) noexcept {
  return (static_cast<uint32_t>(D.type()) & 31) << 7 | (static_cast<uint32_t>(D.index()) & 127);
}

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_ORIGINS_H
