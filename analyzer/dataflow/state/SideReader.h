//===- SideReader.h - What of an argument meets others -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_SIDEREADER_H
#define DEVTIDY_DATAFLOW_STATE_SIDEREADER_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// Collects the sides of one demand: the tensors and modules of arguments that an operation wants on one device.
class SideReader {
public:
  /// OfTensors: no module can be among the operands, so that nothing has moved in place.
  SideReader(FunctionFrame &Solver, State &S, llvm::SmallVectorImpl<Side> &Sides, bool OfTensors = false)
      : Solver(Solver), S(S), Sides(Sides), OfTensors(OfTensors) {}

  /// What A, whose value is V, has: itself, or what it holds.
  void add(const ir::Arg &A, const Value &V, unsigned Position);

private:
  /// The side that V is, which may be changed; null if V is nowhere.
  Side *addOne(const ir::Arg &A, const Value &V, unsigned Position);
  bool addColumn(const ir::Arg &A, const Value &V, unsigned Position);
  void addSeveral(const ir::Arg &A, const Value &V, unsigned Position);
  void addChoice(const ir::Arg &A, const Value &V, unsigned Position);
  void addTuple(const ir::Arg &A, const Value &V, unsigned Position);
  void addOptions(const ir::Arg &A, const Value &V, unsigned Position);
  void addStored(const ir::Arg &A, const Value &V, unsigned Position);
  void addElements(const ir::Arg &A, const Value &V, unsigned Position);

  FunctionFrame &Solver;
  State &S;
  llvm::SmallVectorImpl<Side> &Sides;
  bool OfTensors;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_SIDEREADER_H
