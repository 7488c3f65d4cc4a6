//===- ToldBuffers.h - Who could tell a buffer from a plain member -------- ===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor in a plain member of a module keeps its element type, stands in the module's `__dict__`, and takes a number
// in its place; a buffer does not. A repair that registers it is safe only where nothing of the run could see that.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_TOLDBUFFERS_H
#define DEVTIDY_CHECKS_SUPPORT_TOLDBUFFERS_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

/// True if the program does something by which it could tell a buffer from the plain member of C that S, a constructor,
/// puts Stored in: it goes over what a module holds, gives modules another element type than Stored has, or asks for
/// the gradient of a member of that name.
bool mayTellBuffers(const SolvedClass &C, const Sink &Out, llvm::StringRef Member, const SolvedFunction &S,
                    ir::ValueId Stored);

/// True if V of F is known to be no object of C.
bool isOfOtherClass(const SolvedClass &C, const ir::Function &F, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_TOLDBUFFERS_H
