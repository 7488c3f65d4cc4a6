//===- CallDispatch.h - One call: who is called, and what runs -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call is first taken for what it means: `step = self.step; step(x)` is a call of a method. Then who is called is
// looked up, what that does is done, and what comes back is what the static type promises.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_CALLDISPATCH_H
#define DEVTIDY_DATAFLOW_ENGINE_CALLDISPATCH_H

#include "dataflow/engine/Resolve.h"

namespace devtidy::dataflow {

class FunctionSolver;

class CallDispatch {
public:
  CallDispatch(FunctionSolver &Solver, ir::InstId Id, State &S);

  /// Does what the call does, and gives what it gives.
  Value run();

private:
  void readOperands();
  /// What the call is if it is one of something else, which does it all; nothing if it is what it looks like.
  std::optional<Value> asOther();
  /// The call that is meant, which stands in no block.
  std::optional<Value> asMeant();
  bool appendToGiven();
  /// What is called with such arguments is a tensor.
  void noteReceiver();
  /// What runs if the receiver is a value that says it: a closure, a type of tensors, a stream, one of several.
  std::optional<Value> callValue();
  Value callClosure();
  Value resolveAndRun();
  Value runResolved(const Resolution &R);
  ReceiverFacts receiver() const;
  /// Result, with what the static type promises and the rules did not say.
  Value promised(Value Result);

  bool isMethod() const;
  /// True for the method of a class of the library that the program names: nn.Module.cuda(part).
  bool isOfLibrary() const;

  FunctionSolver &Solver;
  const ir::Inst &I;
  const ir::InstId Id;
  State &S;
  Event E;
  std::vector<Value> Actuals;
  bool AnyTensor = false;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_CALLDISPATCH_H
