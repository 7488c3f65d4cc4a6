//===- BatchKeys.h - What a function says of a batch by what it takes of it -*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for key in batch:
//       batch[key] = batch[key].to(device)
//
// Whoever takes entries by what a loop over the batch gives has a table, not a tensor; whoever puts other elements in
// the place of those has a list. Told by the text of a function, and of those that it hands the batch to.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_BATCHKEYS_H
#define DEVTIDY_DATAFLOW_STATE_BATCHKEYS_H

#include "dataflow/state/BatchParts.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

/// True if F goes over the names of Batch, or hands it to a function that does: `for k, v in batch.items()`.
bool hasNames(const Program &Prog, const ir::Function &F, const BatchParts::Part &Batch);
/// True if it does so with each element of Whole: `for target in targets: for k in target: target[k]`.
bool holdsTables(const Program &Prog, const ir::Function &F, const BatchParts::Part &Whole);
/// True if F moves the elements of Batch one after the other: `batch[i] = batch[i].to(device)`.
bool replacesElements(const ir::Function &F, const BatchParts::Part &Batch);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_BATCHKEYS_H
