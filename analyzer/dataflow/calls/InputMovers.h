//===- InputMovers.h - Modules that bring their inputs elsewhere --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module wants its inputs where it is, unless its forward moves them: `def forward(self, x): return x.to(self.d)`. A
// container of such modules, a pipeline of stages, has no device that its inputs or results could be on.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_INPUTMOVERS_H
#define DEVTIDY_DATAFLOW_CALLS_INPUTMOVERS_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// True if V is a container of modules, and one that it holds moves something in its forward. False if nobody knows
/// what it holds.
bool holdsInputMovers(FunctionFrame &In, const Memory &Mem, const Value &V);
/// True if forward of the class, a module, moves an input, or a part of one, `batch["x"].to(self.device)`; so may a
/// method of the class that it hands one to, `x, y = self.unpack(batch)`. False if it is asked for where it is, too.
bool movesInputs(Program &Prog, llvm::StringRef Class);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_INPUTMOVERS_H
