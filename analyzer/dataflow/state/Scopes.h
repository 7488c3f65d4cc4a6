//===- Scopes.h - What with statements and guards enter and leave --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The environment, object 0 of a memory, has the current device, the default device, the autocast region and whether an
// error is expected. A scope sets one of them, keeps what was there, and puts it back when it is left.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_SCOPES_H
#define DEVTIDY_DATAFLOW_STATE_SCOPES_H

#include "dataflow/domain/ObjectTable.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// I, an enter or an exit of F, enters or leaves Context.
void crossScope(const Program &Prog, const ir::Function &F, const ir::Inst &I, const Value &Context,
                ObjectTable &Objects, Memory &Mem);
/// True where a test wants an error, or somebody ends it.
bool isFailureWanted(const Memory &Mem);
/// The same, or Call says so itself: `self.assertRaises(RuntimeError, f)`.
bool isToFail(const Program &Prog, const ir::Inst &Call, const Memory &Mem);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_SCOPES_H
