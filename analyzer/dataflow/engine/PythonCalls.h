//===- PythonCalls.h - Functions of Python itself -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_PYTHONCALLS_H
#define DEVTIDY_DATAFLOW_ENGINE_PYTHONCALLS_H

#include "dataflow/domain/Memory.h"
#include "ir/Function.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// What the call Id gives if it is one of `partial`, `SimpleNamespace`, `getattr` or `setattr`, or takes a keyword out
/// of
/// `**kwargs`; nothing for others, and where that says nothing of devices.
std::optional<Value> callOfPython(FunctionFrame &In, ir::InstId Id, llvm::ArrayRef<Value> Actuals, State &S);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_PYTHONCALLS_H
