//===- Instantiation.h - A summary with the actual arguments in it -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_INSTANTIATION_H
#define DEVTIDY_DATAFLOW_CALLS_INSTANTIATION_H

#include "dataflow/calls/CalleeAnswers.h"
#include "dataflow/calls/CalleeDemands.h"
#include "dataflow/calls/CalleeEffects.h"
#include "dataflow/calls/CalleeMemory.h"
#include "dataflow/calls/CalleePaths.h"
#include "dataflow/calls/CalleeValues.h"

namespace devtidy::dataflow {

/// What a callee's summary says over its own symbols, in the caller's values. Reads the caller's state as it was before
/// the call.
class Instantiation {
public:
  Instantiation(FunctionFrame &Solver, State &S, ir::InstId Id, const Program::Entry &Called, const Summary &Sum,
                const ActualArguments &Actuals, unsigned Alternative = 0)
      : Call(Solver, S, Id, Called, Sum, Actuals, Alternative) {}

  Value result();
  /// Overrides.cpp: true if a method that the program or others define in a derived class may run in its place.
  bool mayBeReplaced() const;
  /// What holds after the call; nothing if it cannot return with these arguments.
  std::optional<Cube> returnPath();
  /// The caller's symbol that stands for one of the callee's; nothing if there is none.
  std::optional<PathId> symbol(PathId P) { return Paths.symbol(P); }
  void applyEffects() { CalleeEffects(Call, Paths, Values).apply(); }
  /// What the callee is given that it calls: functions that are known here.
  GivenFunctions givenFunctions(llvm::ArrayRef<PathId> Applied);
  /// True if one of what the callee is given has another method than one of Assumed. What the caller was given in its
  /// turn is noted.
  bool runsOther(llvm::ArrayRef<SolvedFunction::AssumedMethod> Assumed);
  CalleeDemands demands() { return {Call, Paths, Answers, Values}; }
  CalleeMemory memory() { return {Call, Paths, Answers, Values}; }
  /// The callee is a model of a library: what it demands and does is told as the call's own.
  bool hidesCallee() const { return Call.HidesCallee; }

private:
  BodyCall Call;
  CalleePaths Paths{Call};
  CalleeAnswers Answers{Call, Paths};
  CalleeValues Values{Call, Paths, Answers};
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_INSTANTIATION_H
