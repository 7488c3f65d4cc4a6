//===- Shared.h - Variables that others write when they like ------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `def hook(): nonlocal seen; seen = True`, and whoever is given hook calls it, or does not: what seen was before says
// nothing about what it is after any call.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_SHARED_H
#define DEVTIDY_DATAFLOW_STATE_SHARED_H

#include "dataflow/domain/Value.h"
#include "ir/Module.h"

namespace devtidy::dataflow {

/// True if V is called where it stands in F, and nobody else has it.
bool isOnlyCalled(const ir::Function &F, ir::ValueId V);

/// V, which stands in Cell, a variable of F that functions inside share: of a constant its type alone, if one of them
/// that is not only called here writes the variable.
Value unlessShared(const ir::Module &M, const ir::Function &F, ir::ValueId Cell, const Value &V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_SHARED_H
