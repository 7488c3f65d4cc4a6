//===- SameValue.h - Values that a function computes twice ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The path of a file is seldom kept: what saves and what loads each ask for it, `logger.path("best")`.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_SAMEVALUE_H
#define DEVTIDY_CHECKS_SUPPORT_SAMEVALUE_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if a variable may hold Of where it is V: the best of the rounds of a loop, `best = epoch`.
bool mayBe(const ir::Function &F, ir::ValueId V, ir::ValueId Of);

/// True if two values are one, or are read, computed, spelled or asked for in the same way; B may be what A was in some
/// round.
bool isSame(const dataflow::Program &P, const ir::Function &F, ir::ValueId A, ir::ValueId B, unsigned Depth = 0);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_SAMEVALUE_H
