//===- HeldFunctions.h - Functions that members hold ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `self.fft, self.freq = self.make_functions()`, `self.round = rounder(self.generator)`: a function that a constructor
// puts into a member, with what it has captured.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_HELDFUNCTIONS_H
#define DEVTIDY_DATAFLOW_SOLVED_HELDFUNCTIONS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// The function that V is, which the constructor behind Sum leaves in a member, or each of several: what it has
/// captured of the object Self, or keeps in a member, is a path; which of several it is, the constructor asks. Nothing
/// if V is no function of the program.
std::optional<Value> heldFunction(Program &Prog, const SolvedClass &C, const Summary &Sum, PathId Self, const Value &V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_HELDFUNCTIONS_H
