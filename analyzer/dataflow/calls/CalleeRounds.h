//===- CalleeRounds.h - Lists that a callee fills in a loop ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A callee that goes over what it was given, `[part.weight for part in parts]`, leaves one element that stands for all.
// Its caller may know each part, and so each element.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_CALLEEROUNDS_H
#define DEVTIDY_DATAFLOW_CALLS_CALLEEROUNDS_H

#include "dataflow/calls/CalleeValues.h"
#include "ir/Loops.h"

namespace devtidy::dataflow {

class CalleePaths;

class CalleeRounds {
public:
  CalleeRounds(BodyCall &Call, CalleePaths &Paths, CalleeValues &Values) : Call(Call), Paths(Paths), Values(Values) {}

  /// True if the callee's list O has its elements in the caller, one for each that the caller gave.
  bool isWrittenOut(ObjectId O);

private:
  using Parts = llvm::SmallVector<std::pair<PathId, std::vector<Value>>, 2>;

  bool writeOut(ObjectId O);
  /// What stands for all that the callee's list O holds; null if something else is known of it.
  const Value *eachOf(ObjectId O) const;
  PathId pathOf(ir::ValueId V) const;
  bool areOfRounds(const ir::Loop &L, llvm::SmallVectorImpl<PathId> &Over) const;
  void elementsIn(PathId P, llvm::SmallVectorImpl<PathId> &Out) const;
  void elementsIn(const Value &V, llvm::SmallVectorImpl<PathId> &Out) const;
  std::vector<Value> given(PathId Container) const;

  BodyCall &Call;
  CalleePaths &Paths;
  CalleeValues &Values;
  llvm::DenseMap<uint32_t, bool> Known; ///< by object
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_CALLEEROUNDS_H
