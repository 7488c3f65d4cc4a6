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

/// The call in F that made the object V of a class of the program; null if there is none.
const ir::Inst *makerOf(const dataflow::Program &P, const ir::Function &F, ir::ValueId V);

/// The function of the program that I, an instruction of F, calls: by its name, as a method of self, of an object that
/// F has made or was given, or as that object itself, `stopper(loss, net)`. Nothing if it is none, or nobody knows
/// which.
std::optional<dataflow::Program::Entry> calleeOf(const dataflow::Program &P, const ir::Function &F, const ir::Inst &I);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_CALLEES_H
