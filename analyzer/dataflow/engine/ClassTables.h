//===- ClassTables.h - Classes that are taken out of a table -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After `MODELS = {"a": A, "b": B}` what `MODELS[name](x)` makes is an A or a B.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_CLASSTABLES_H
#define DEVTIDY_DATAFLOW_ENGINE_CLASSTABLES_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// One of the classes, or functions, of a table that is filled at once, if the call Id calls an entry of it: the one
/// that the key says, or each of them under the question whether it is that. Nothing for others.
std::optional<Value> classesOfTable(FunctionFrame &In, ir::InstId Id);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_CLASSTABLES_H
