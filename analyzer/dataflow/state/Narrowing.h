//===- Narrowing.h - What a branch tells ----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_NARROWING_H
#define DEVTIDY_DATAFLOW_STATE_NARROWING_H

#include "dataflow/state/EdgeStates.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// Adds to what holds at one point of a function that a condition has an answer.
class Narrowing {
public:
  Narrowing(FunctionFrame &In, const EdgeStates &Flow, State &S) : In(In), Flow(Flow), S(S) {}

  /// V is Positive from here on. False if that cannot be.
  bool assume(ir::ValueId V, bool Positive) { return assume(V, Positive, 0); }

  /// The same where that cannot be, as was asked before, `assert len(xs) == 2; xs.append(x); assert len(xs) == 3`: what
  /// the path says of it is forgotten. False if it is nothing that changes.
  bool assumeChanged(ir::ValueId V, bool Positive);

private:
  /// Hops: how often V was followed to the block that it comes from; two loops may hand it to each other.
  bool assume(ir::ValueId V, bool Positive, unsigned Hops);
  /// Where V, a parameter of a block, is Positive: what one edge brings if only that can. Nothing if several can.
  std::optional<bool> assumeGiven(ir::ValueId V, bool Positive, bool IsChosen, unsigned Hops);
  /// What the answer says of accelerators.
  bool supposeMachine(ir::ValueId V, bool Positive, Literal Held);

  FunctionFrame &In;
  const EdgeStates &Flow;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_NARROWING_H
