//===- CalleeMemory.h - Memory that a callee hands on, as its caller has it ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `void scale(float *p) { kernel<<<1, 32>>>(p); }`: who calls it has to give memory that kernels may use.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_CALLEEMEMORY_H
#define DEVTIDY_DATAFLOW_CALLS_CALLEEMEMORY_H

#include "dataflow/calls/BodyCall.h"
#include "dataflow/judge/Demand.h"

namespace devtidy::dataflow {

class CalleeAnswers;
class CalleePaths;
class CalleeValues;

/// Rewrites demands of memory in a callee's summary into the caller's.
class CalleeMemory {
public:
  CalleeMemory(BodyCall &Call, CalleePaths &Paths, CalleeAnswers &Answers, CalleeValues &Values)
      : Call(Call), Paths(Paths), Answers(Answers), Values(Values) {}

  /// One for each pointer: a closure holds several.
  llvm::SmallVector<Demand, 1> of(const Demand &D);

private:
  void pointers(const Side &X, Meeting Of, llvm::SmallVectorImpl<Side> &Out);
  Placement current(const Placement &P);
  Placement other(const Side &X, Meeting Of);

  BodyCall &Call;
  CalleePaths &Paths;
  CalleeAnswers &Answers;
  CalleeValues &Values;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_CALLEEMEMORY_H
