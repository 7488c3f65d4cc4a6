//===- Rows.h - Operations that take lists element by element -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch._foreach_add(xs, ys): x meets the y of its place in the lists, and xs may be on several devices
// (ForeachUtils.h, can_use_fast_route: what is not on one device goes through a loop).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_ROWS_H
#define DEVTIDY_DATAFLOW_ENGINE_ROWS_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// The list that the operation Id gives.
class RowResult {
public:
  RowResult(FunctionFrame &In, ir::InstId Id, State &S) : In(In), Id(Id), S(S) {}

  /// Tensors, each where the operand of its place is.
  Value each(llvm::ArrayRef<Side> Sides);
  /// What comes out of the operands of a place, which meet as D says.
  Value met(const Demand &D, knowledge::ResultRule Result);

private:
  FunctionFrame &In;
  const ir::InstId Id;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_ROWS_H
