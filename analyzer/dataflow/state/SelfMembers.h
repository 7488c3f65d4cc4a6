//===- SelfMembers.h - What members of the receiver are -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_SELFMEMBERS_H
#define DEVTIDY_DATAFLOW_STATE_SELFMEMBERS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// True if the path starts at a member of F's receiver, a module, that holds tensors and is not registered.
bool isUnregisteredMember(Program &Prog, const ir::Function &F, PathId Symbol);
/// True for the place of such a one. What meets it is spoken of by the class's own check.
bool isOfUnregisteredMember(Program &Prog, const ir::Function &F, const Placement &P);
/// True if the path is a number that a plain object holds, which is itself a member of F's receiver.
bool isNumberOfMember(Program &Prog, const ir::Function &F, PathId Symbol);
/// True if that member is a number whenever somebody reads it.
bool isNumber(const Program &Prog, llvm::StringRef Class, llvm::StringRef Field, const FieldFacts &Facts);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_SELFMEMBERS_H
