//===- LoopFacts.h - What stays the same in a loop ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_LOOPFACTS_H
#define DEVTIDY_CHECKS_SUPPORT_LOOPFACTS_H

#include "checks/support/Sink.h"
#include "ir/Loops.h"

namespace devtidy::checks {

/// True if V is the same value in each iteration of L: it comes from outside, or is read there from a place that
/// nothing in the loop writes.
bool isInvariant(const SolvedFunction &S, const ir::Loop &L, ir::ValueId V);

/// True if the tensor V may have other contents in the next iteration: something in the loop writes to it, or could do
/// so through a view, a pointer or a call.
bool mayChangeIn(const SolvedFunction &S, const ir::Loop &L, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_LOOPFACTS_H
