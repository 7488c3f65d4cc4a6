//===- Callees.h - Which function of the program a call runs ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_CALLEES_H
#define DEVTIDY_CHECKS_SUPPORT_CALLEES_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// The call in S that made the object V of a class of the program; null if there is none.
const ir::Inst *makerOf(const SolvedFunction &S, ir::ValueId V);

/// The function of the program that I calls: by its name, as a method of self or of an object that S has made, or as
/// that object itself, `stopper(loss, net)`. Nothing if it is none, or nobody knows which.
std::optional<dataflow::Program::Entry> calleeOf(const SolvedFunction &S, const ir::Inst &I);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_CALLEES_H
