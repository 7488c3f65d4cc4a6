//===- PartialCalls.h - Calls through functools.partial -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `load = partial(torch.load, map_location="cpu"); load(path)` is torch.load(path, map_location="cpu"). What partial
// makes is an object: it keeps what it calls, and what it binds by keyword under the keyword.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_PARTIALCALLS_H
#define DEVTIDY_DATAFLOW_ENGINE_PARTIALCALLS_H

#include "dataflow/domain/Memory.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// What the call Id of functools.partial gives.
Value makePartial(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);
/// Apply, which calls such an object, as the call of what it holds; null if that is not known.
const ir::Inst *asCallOfPartial(FunctionFrame &In, const ir::Inst &Apply, const State &S);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_PARTIALCALLS_H
