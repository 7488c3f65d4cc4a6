//===- Iteration.h - What loops go over -----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_ITERATION_H
#define DEVTIDY_DATAFLOW_ENGINE_ITERATION_H

#include "dataflow/state/BatchParts.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionSolver;

/// What a round of a loop takes, at one point of a function. Classes of the program say it themselves, by methods that
/// are called for that.
class Iteration {
public:
  Iteration(FunctionSolver &Solver, State &S) : Solver(Solver), S(S) {}

  /// What a round takes out of what it goes over, which is not there without the accelerators that put it in.
  Value next(const ir::Inst &Next);
  /// An element of Of, which I takes; unknown if nobody knows.
  Value elementOf(const Value &Of, const ir::Inst &I);

private:
  Value partOf(unsigned Position, const Value &Of, const ir::Inst &I);
  Value asBatch(const ir::Inst &I, const Value &Of, Value Each);
  void noteOnHost(const BatchParts::Part &Batch, PathId At, const Step *There);
  std::optional<Value> eachColumn(llvm::ArrayRef<Value> Parts) const;
  Value elementOfObject(const Value &Of, const ir::Inst &I);
  std::optional<Value> ofProgram(const Value &O, const ir::Inst &I);
  /// An element of a container in its turn; of a dictionary of Python's a key, unless the loop asks for its values.
  Value heldBy(ObjectId O, const ir::Inst &I);
  /// The list whose positions a loop counts: range(len(list)).
  ObjectId countedBy(const ir::Inst &I) const;

  FunctionSolver &Solver;
  State &S;
  llvm::SmallVector<unsigned, 2> Within; ///< where what is looked for is in what a round takes: 1 for enumerate
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_ITERATION_H
