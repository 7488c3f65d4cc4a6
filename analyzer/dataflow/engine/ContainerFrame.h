//===- ContainerFrame.h - Containers, as the rule of a concept sees them -===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A door of a concept, beside the CallFrame, whose call and state it stands for: what lists, dictionaries and
// containers of modules hold, and at which positions.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_CONTAINERFRAME_H
#define DEVTIDY_DATAFLOW_ENGINE_CONTAINERFRAME_H

#include "dataflow/engine/CallFrame.h"

namespace devtidy::dataflow {

class ContainerFrame {
public:
  explicit ContainerFrame(CallFrame &F) : F(F) {}

  //===--- Lists ---===//
  /// Puts all that the list From has behind what the list O has.
  void appendAll(ObjectId O, ObjectId From);
  /// Each element of the list O is Each.
  void repeat(ObjectId O, const Value &Each);
  /// A new list with the elements of Of, if that is a list or a tuple; else Of.
  Value listOf(const Value &Of);
  /// Elements of the list O change places, or some of them go; all go; the one at a position goes.
  void forgetPositions(ObjectId O);
  void clear(ObjectId O);
  void takeElement(ObjectId O, std::optional<int64_t> Position);
  /// What a loop over V takes in each round.
  Value elementOf(const Value &V);

  //===--- Dictionaries ---===//
  /// What a dictionary holds under a name; nothing if any of its elements may stand there.
  std::optional<Value> entryOf(ObjectId Dict, llvm::StringRef Key) const;
  /// Everything that From holds is put into the dictionary O.
  void merge(ObjectId O, const Value &From);
  /// dict(m, device=d)
  Value filledDict();

  //===--- Modules ---===//
  /// `modules["net.0.weight"]`
  Value memberAt(const Value &Module, llvm::StringRef Path);
  /// The module V becomes one of those that the container O holds.
  void hold(ObjectId O, Value V);
  /// V, which is put into a container of modules, was taken from somewhere: the same of all that it may be.
  void holdTaken(ir::ValueId V);
  /// The elements of the container From become those of the module O.
  void holdAll(ObjectId O, const Value &From);

private:
  CallFrame &F;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_CONTAINERFRAME_H
