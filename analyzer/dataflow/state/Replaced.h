//===- Replaced.h - What objects have in the place of a base's members ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Derived classes and outsiders put other values where the body of a class leaves one: `use_cache = None` of a base is
// no None of every object.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_REPLACED_H
#define DEVTIDY_DATAFLOW_STATE_REPLACED_H

#include "dataflow/domain/Value.h"

namespace devtidy::dataflow {

class Program;

/// What an object has in the place of V, which the body of its class leaves in Variable, "Net.shifted", if derived
/// classes or others may have put something else there. Others, who are not in the run, do so with None and flags of
/// classes whose names do not say that they are nobody's business.
Value unlessReplaced(Program &Prog, llvm::StringRef Variable, const Value &V, PathId Of);
/// True for None, True and False: what a branch asks.
bool isAnswer(const Value &V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_REPLACED_H
