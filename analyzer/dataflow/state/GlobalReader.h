//===- GlobalReader.h - What a variable of a module holds in a function --===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_GLOBALREADER_H
#define DEVTIDY_DATAFLOW_STATE_GLOBALREADER_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionFrame;
class ObjectTable;

/// Reads variables of modules and of classes at one point of a function: what this function has stored there, else what
/// the top level leaves in them (Program::globalFacts), else a symbol.
class GlobalReader {
public:
  GlobalReader(FunctionFrame &In, State &S);

  /// I reads a variable.
  Value read(const ir::Inst &I);
  /// The variable of that qualified name, whose static type is T.
  Value value(llvm::StringRef Name, const ir::Type &T, ir::SourceRange Range);
  /// What P is if nobody gives it, and that is computed: `def f(ids=[0])`, a field `kind: str = best()`.
  Value ofDefault(const ir::Param &P);
  /// What an object has from the body of its class: a variable there that no method assigns. What is annotated there
  /// may be given to the constructor that somebody unknown writes, a decorator or a base. Nothing if there is none.
  std::optional<Value> ofClass(ObjectId O, llvm::StringRef Name);

private:
  bool isWrittenByOthers(llvm::StringRef Name) const;
  void bringDevices(ObjectId Mine, const Summary &Left, ObjectId Theirs);
  void bringConstants(ObjectId Mine, llvm::StringRef Table, const Summary &Left, ObjectId Theirs);

  FunctionFrame &In;
  Program &Prog;
  const ir::Function &F;
  ObjectTable &Objects;
  State &S;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_GLOBALREADER_H
