//===- Batches.h - What data loaders give ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_BATCHES_H
#define DEVTIDY_DATAFLOW_STATE_BATCHES_H

#include "dataflow/state/BatchParts.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// Batches of loaders at one point of a function. A loader collates on the CPU (torch/data/transforms/stack.h:
/// torch::stack of what the data set returns; torch/utils/data/_utils/collate.py), unless the program brings its own
/// function for that: then a batch is unknown.
class Batches {
public:
  Batches(FunctionFrame &In, State &S) : In(In), S(S) {}

  /// A batch that instruction Id is about to take.
  Value of(ObjectId Loader, ir::InstId Id);
  /// What I, a round of a loop, takes out of Loader.
  Value inRound(ObjectId Loader, const ir::Inst &I, llvm::ArrayRef<unsigned> Within);
  /// Somebody wraps the loader and moves what it gives.
  static void place(State &S, ObjectId Loader, const Placement &P);

private:
  Placement placement(ObjectId Loader) const;
  std::optional<Value> stacked(ObjectId Loader, ir::InstId Id);
  std::optional<Value> beside(const BatchParts::Part &Whole, ir::InstId Id, const Placement &Where);
  Placement elsewhere(const Value &Held, ir::InstId Id);
  Placement batched(const Placement &P, ir::InstId Id, llvm::StringRef Field = {});

  FunctionFrame &In;
  State &S;
};

/// True if V may be all that an iteration gives at a time, `for batch in loader`, also beside a number:
/// `enumerate(loader)`. What is taken out of that is a part.
bool isWholeElement(const FunctionFrame &In, ir::ValueId V);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_BATCHES_H
