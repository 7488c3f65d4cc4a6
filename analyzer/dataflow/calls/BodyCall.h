//===- BodyCall.h - A call of a function with a body ---------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_BODYCALL_H
#define DEVTIDY_DATAFLOW_CALLS_BODYCALL_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// The values that a call gives its callee's parameters.
struct ActualArguments {
  static constexpr unsigned Implicit = ~0U; ///< no argument: the object under construction, what a lambda captured
  std::vector<Value> Values;                ///< by parameter; bottom if none is given
  std::vector<unsigned> Positions;          ///< of the arguments in the instruction, by parameter
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 0> Others; ///< keywords that no parameter has
  PathId PassedOn;                                                ///< the caller's own `**kwargs`, if it passes them on
  bool Merged = false; ///< there may be more of them: `**x`, and nobody knows what x holds

  void bind(unsigned Parameter, const Value &V, unsigned Position) {
    if (Values.size() <= Parameter) {
      Values.resize(Parameter + 1);
      Positions.resize(Parameter + 1, Implicit);
    }
    Values[Parameter] = V;
    Positions[Parameter] = Position;
  }
};

/// The arguments of I, whose values are Given, for the parameters of Callee. Keyword arguments go to the parameter of
/// their name; of what `*` and `**` stand for, what is known.
ActualArguments bindArguments(FunctionFrame &In, const ir::Inst &I, const ir::Function &Callee,
                              llvm::ArrayRef<Value> Given, const State &S);
/// True for the `*args` of a function.
bool isRest(const Path &P);

/// What is called, with what, and where: all that the summary of a callee is read with. Before has what holds when the
/// call begins, S what its effects change.
struct BodyCall {
  BodyCall(FunctionFrame &Solver, State &S, ir::InstId Id, const Program::Entry &Called, const Summary &Sum,
           const ActualArguments &Given, unsigned Alternative);

  /// The argument, by its position in the instruction, that the callee's P is or is a part of. Nothing if P is of no
  /// parameter, or of one that no argument stands for.
  std::optional<unsigned> positionOf(PathId P) const;

  FunctionFrame &Solver; ///< the caller
  State &S;
  State Before;
  const ir::InstId Id;
  const unsigned Alternative; ///< which of several callees of the instruction this is
  const ir::Function &Callee;
  const Summary &Sum;
  const ActualArguments &Given;
  const llvm::ArrayRef<Value> Actuals;      ///< those of the parameters
  const llvm::ArrayRef<unsigned> Positions; ///< by parameter: its argument in the instruction
  const bool IsModel;                       ///< the callee is read in place of a library
  const bool HidesCallee;                   ///< what a model demands and does is told as the call's own
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_BODYCALL_H
