//===- Joins.h - What holds where ways come together ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_JOINS_H
#define DEVTIDY_DATAFLOW_STATE_JOINS_H

#include "dataflow/state/EdgeStates.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// `pick() if device == "auto" else device`: beside a device, what the function is given, or what an option of that
/// name holds, is one, however it is spelled. V, if it is that or if there is none among Parts.
Value asDeviceBeside(FunctionFrame &In, const Value &V, llvm::ArrayRef<Value> Parts);

/// True if the function, or the file if V is its variable, asks what V is after all, which is one of Parts:
/// `device == 0`, `type(device) is int`, and `device != "cpu"` of what somebody gave. Which of them it is, it has to
/// know then.
bool isAskedAgain(const FunctionFrame &In, ir::ValueId V, llvm::ArrayRef<Value> Parts);

/// Joins what ways through a function know. A value that differs stands under the guard of its way.
class Joins {
public:
  explicit Joins(FunctionFrame &In) : In(In) {}

  /// A way, and what tells it from the others.
  using Way = std::pair<const State *, Cube>;

  /// At the start of B, to which From leads; or, if B is none, at the end of the function.
  Memory memory(llvm::ArrayRef<Way> Incoming, ir::BlockId B, llvm::ArrayRef<ir::BlockId> From = {});
  /// If Header is the head of a `for`, S, in which that ends, has in memory what rounds leave there.
  void leaveLoop(ir::BlockId Header, const EdgeStates &Flow, State &S);

private:
  /// What a way leaves in a field, that it has not written itself.
  Value unwritten(const Way &On, const Memory::Key &Key);
  bool hasFirstRound(ir::BlockId Header, const EdgeStates &Flow) const;
  /// Joined, a member that is each of Parts under its guard, keeps its truth if they are answers.
  void keepFlag(Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts, const Memory::Key &Key, ir::BlockId B);
  /// True if what Key is in holds something only if a round of the loop of B ran.
  bool isFilledByRounds(const Memory::Key &Key, llvm::ArrayRef<Value> Parts, ir::BlockId B,
                        llvm::ArrayRef<ir::BlockId> From) const;

  FunctionFrame &In;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_JOINS_H
