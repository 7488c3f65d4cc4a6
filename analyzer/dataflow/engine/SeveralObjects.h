//===- SeveralObjects.h - Methods of one of several plain objects --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_SEVERALOBJECTS_H
#define DEVTIDY_DATAFLOW_ENGINE_SEVERALOBJECTS_H

#include "dataflow/state/FunctionFrame.h"

namespace devtidy::dataflow {

/// True if I calls a method that each of Several, objects of the program that are no modules, has a body for, and they
/// are known to be as they were: what happens to one of several by other ways than a call, nobody follows.
bool callsOneOfObjects(const FunctionFrame &In, const State &S, const ir::Inst &I, const Value &Several);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_SEVERALOBJECTS_H
