//===- Placing.h - Where values are ---------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor is where its placement says, a container where its elements are, what a caller gave at a symbol.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_PLACING_H
#define DEVTIDY_DATAFLOW_STATE_PLACING_H

#include "dataflow/domain/Value.h"

namespace devtidy::dataflow {

class FunctionFrame;
struct State;

/// At one point of a function.
class Placing {
public:
  Placing(FunctionFrame &Solver, State &S) : Solver(Solver), S(S) {}

  /// Where V is when an operator uses it; unknown for values that are no tensors, modules or containers of them.
  Placement of(const Value &V, unsigned Depth = 0);
  /// Where V is if it is a tensor, or one of several, which stay where they are: `y = x.to(d)` has moved a module
  /// alone.
  Placement ofOperand(const Value &V);

private:
  Placement ofTensor(PathId P);
  Placement ofSymbol(PathId P);
  Placement atEntry(PathId P);
  Placement ofObject(ObjectId O, unsigned Depth);
  Placement ofTuple(const Value &V, unsigned Depth);
  Placement ofSeveral(const Value &V, unsigned Depth);

  FunctionFrame &Solver;
  State &S;
};

/// What the member Name of O says where O is one that a library has made and says its place, `generator.device`;
/// nothing of others.
std::optional<Value> saidPlace(const FunctionFrame &In, const State &S, ObjectId O, llvm::StringRef Name);
/// Where what Id makes is, if nobody says a device.
Placement defaultDevice(FunctionFrame &In, const State &S, ir::InstId Id);
/// True for the accelerator that is current, which nobody has named.
inline bool isCurrent(Term T) {
  return !T.isSymbol() && T.device().Type == knowledge::DeviceType::Cuda && T.device().Index == -1;
}
/// Where "cuda" is; Origin decided that.
Placement currentAccelerator(const State &S, const Step *Origin);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_PLACING_H
