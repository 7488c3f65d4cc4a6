//===- Pointers.h - On which side the memory behind a pointer is -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the checks of CUDA's own functions. A side comes from the call that made the memory and from flow, never
// from a name.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_POINTERS_H
#define DEVTIDY_CHECKS_SUPPORT_POINTERS_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

enum class MemorySide : uint8_t {
  Unknown, ///< nobody knows, or both sides may use it: pinned, registered and managed memory
  Host,    ///< the host's, and no accelerator may use it
  Device,  ///< an accelerator's, and the host may not use it
};

struct PointerFacts {
  MemorySide Side = MemorySide::Unknown;
  const dataflow::GuardedTerm *Term = nullptr; ///< where it was allocated; null if Side is Unknown

  explicit operator bool() const { return Side != MemorySide::Unknown; }
};

/// The side of V on every path on which Path holds.
PointerFacts sideOf(const SolvedFunction &S, const dataflow::Value &V, const dataflow::Cube &Path);

/// The same of the pointer that P demands something of.
PointerFacts sideOf(const SolvedFunction &S, const dataflow::PlacedDemand &P);

/// Where P is reported, and what stands there for its pointer: the argument of a call whose callee hands it on.
report::Place placeOf(const Sink &Out, const dataflow::PlacedDemand &P);
std::string textOf(const Sink &Out, const dataflow::PlacedDemand &P);
/// "'k'": the kernel that is launched.
std::string kernelOf(const ir::Inst &Launch);
std::string kernelOf(const dataflow::PlacedDemand &P);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_POINTERS_H
