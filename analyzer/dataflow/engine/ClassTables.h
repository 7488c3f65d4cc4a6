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

/// One of the classes of a table that its file fills at once, if Called, which the call Id calls, is an entry of it
/// under a key that nobody knows; nothing for others.
std::optional<Value> classesOfTable(FunctionFrame &In, ir::InstId Id, const Value &Called);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_CLASSTABLES_H
