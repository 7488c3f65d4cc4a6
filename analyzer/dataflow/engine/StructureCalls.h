//===- StructureCalls.h - Calls of what goes through containers -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_STRUCTURECALLS_H
#define DEVTIDY_DATAFLOW_ENGINE_STRUCTURECALLS_H

#include "dataflow/calls/BodyCall.h"

namespace devtidy::dataflow {

/// What the call Id gives of Callee, a function that calls itself for each element of a container (StructureMaps.h):
/// what it makes of each part of what it is given. Nothing if Callee is another function, or nobody knows what it
/// makes.
std::optional<Value> callThrough(FunctionFrame &In, ir::InstId Id, const Program::Entry &Callee,
                                 const ActualArguments &Actuals, State &S, unsigned Alternative);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_STRUCTURECALLS_H
