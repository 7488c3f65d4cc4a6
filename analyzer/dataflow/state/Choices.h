//===- Choices.h - Values that are one of several modules ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After `n = nn.Linear(2, 2) if c else nn.Identity()` a call of n runs one of two modules, each where it is, and a move
// of n moves one of them, in place, whoever else knows it. In `for net in (generator, critic)` net is each of them.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_CHOICES_H
#define DEVTIDY_DATAFLOW_STATE_CHOICES_H

#include "dataflow/domain/ObjectTable.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class Choices {
public:
  Choices(const Program &Prog, const ObjectTable &Objects) : Prog(Prog), Objects(Objects) {}

  bool isModule(const Value &V) const {
    return V.is(Value::Kind::Object) && Prog.Types.isModuleClass(Objects[V.Obj].Class);
  }
  /// The value that is each of Parts under its guard, if they are modules.
  std::optional<Value> choiceOf(llvm::ArrayRef<std::pair<Value, Cube>> Parts) const;
  /// Each of Parts in its turn, if they are modules; else what they have in common.
  Value eachOf(llvm::ArrayRef<Value> Parts) const;
  /// True for what a loop goes over, one after the other.
  static bool isEach(const Value &V);
  /// True if a body in the program may run when a method of the choice is called.
  bool runsProgramCode(const Value &Choice, llvm::StringRef Method) const;
  /// The class that all of them are of, or one that does what theirs do when the method is called; "" if there is none.
  llvm::StringRef classOfAll(const Value &Choice, llvm::StringRef Method = {}) const;

private:
  const Program &Prog;
  const ObjectTable &Objects;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_CHOICES_H
