//===- OperatorCall.h - One call of an operator --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What it is given, which rule of the table that fits, what meets, and where the result is: `x + y`, `torch.cat(xs)`,
// `x[i] = y`.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_OPERATORCALL_H
#define DEVTIDY_DATAFLOW_ENGINE_OPERATORCALL_H

#include "dataflow/engine/Resolve.h"

namespace devtidy::dataflow {

class FunctionSolver;

/// True for an index that is one integer, which is read, wherever it is, and selects as a number does.
bool selectsOne(const ir::Function &F, ir::ValueId Index, Rank Dim);

class OperatorCall {
public:
  using Overloads = std::span<const knowledge::OperatorOverload>;

  OperatorCall(FunctionSolver &Solver, ir::InstId Id, Overloads Operator, State &S, Event &E);

  /// Records what meets, and gives what comes out.
  Value run();

private:
  // In this order.
  void readOperands();
  void readAsIndex();
  void readAsStore();
  void dropUnbound();
  void markOutputs();
  void demand();
  void dropWeak();
  Value result();

  void readOperand(unsigned N);
  Placement common() const;
  Placement best() const;

  FunctionSolver &Solver;
  const ir::Inst &I;
  const ir::InstId Id;
  const Overloads Operator;
  State &S;
  Event &E;
  bool TakesApart = false; ///< the tensors of the operator's list are arguments of their own
  const bool Indexing;     ///< x[i] takes an index list in the table; here the indices are arguments
  llvm::SmallVector<GivenArg, 4> Given;
  llvm::SmallVector<Side, 4> Sides;  ///< operands of the result
  llvm::SmallVector<Side, 1> Copied; ///< what is only read
  OperatorFacts Facts;
  bool Writes = false; ///< into the first operand
  Demand D;            ///< what the result is made of
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_OPERATORCALL_H
