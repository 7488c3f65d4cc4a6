//===- AskedOfFields.h - Conditions of a constructor, as members ask them later ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_ASKEDOFFIELDS_H
#define DEVTIDY_DATAFLOW_STATE_ASKEDOFFIELDS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// The literal that the truth of what P holds is.
Literal truthOf(Program &Prog, PathId P);
/// The literal that what P holds equals Text.
Literal equalsOf(Program &Prog, PathId P, llvm::StringRef Text);

/// Guards of a constructor of C as they are asked of the object at Of later: by the fields that keep what it was
/// given. Nothing if some are not kept.
std::optional<Literal> askedOfFields(Program &Prog, const SolvedClass &C, Literal L, PathId Of);
std::optional<Cube> askedOfFields(Program &Prog, const SolvedClass &C, const Cube &Guard, PathId Of);
Placement askedOfFields(Program &Prog, const SolvedClass &C, const Placement &P, PathId Of);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_ASKEDOFFIELDS_H
