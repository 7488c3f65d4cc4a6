//===- Alias.h - Other names of a tensor that has moved -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `y = x; x = x.to(device);` leaves y on the old tensor. device-stale-alias reports an operation that meets both, and
// the checks of operands leave it to it.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_ALIAS_H
#define DEVTIDY_CHECKS_SUPPORT_ALIAS_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// An operation that meets a tensor and what the same tensor became by a move.
struct StaleAlias {
  const Event *Move = nullptr;
  unsigned Old = 0, New = 0; ///< sides of the demand
  dataflow::GuardedTerm OldTerm, NewTerm;
  const ir::Arg *OldArg = nullptr, *NewArg = nullptr; ///< how they are written; null if not by themselves
  uint8_t Failing = 0;                                ///< the worlds in which they are known to be on two devices
};

/// Nothing if P has no such pair, or if the two are on one device on every machine of Worlds.
std::optional<StaleAlias> findStaleAlias(const SolvedFunction &S, const dataflow::PlacedDemand &P, const Sink &Out);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_ALIAS_H
