//===- Resolved.h - Modules after the resolve step ----------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the resolve step found out, written into the modules: for people who want to see it. The analysis itself keeps
// the modules as they are.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_RESOLVED_H
#define DEVTIDY_DATAFLOW_SOLVED_RESOLVED_H

#include "ir/Module.h"
#include "llvm/ADT/ArrayRef.h"

namespace devtidy::dataflow {

/// Turns what Modules call into the instructions that it means (create, move, aten, ...), where that is known and the
/// code can be reached; the device argument of a create or load gets its keyword. Imports are what the modules call.
void resolveCalls(llvm::ArrayRef<ir::Module *> Modules, llvm::ArrayRef<const ir::Module *> Imports);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_RESOLVED_H
