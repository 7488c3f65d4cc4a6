//===- CalleePaths.h - What a callee's symbols are in its caller ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_CALLS_CALLEEPATHS_H
#define DEVTIDY_DATAFLOW_CALLS_CALLEEPATHS_H

#include "dataflow/calls/BodyCall.h"

namespace devtidy::dataflow {

class FunctionFrame;

/// The callee's paths, as they were in the caller before the call. A path that the caller has no value for is unknown.
class CalleePaths {
public:
  explicit CalleePaths(BodyCall &Call);

  /// What P is.
  Value eval(PathId P);
  /// The caller's symbol that stands for P; nothing if there is none.
  std::optional<PathId> symbol(PathId P);
  /// V, which P holds; a method of a module, whose placement is the module's, is not the module.
  Value unlessMethod(PathId P, const Value &V);
  /// What a test of a device asks about: a device may be given by its name.
  Placement askedPlace(PathId P);
  /// Runs Read where the callee's path P is V, and nothing else is known yet.
  void where(PathId P, const Value &V, llvm::function_ref<void()> Read) { where({{P, V}}, Read); }
  void where(llvm::ArrayRef<std::pair<PathId, Value>> Known, llvm::function_ref<void()> Read);

private:
  Value ofParam(PathId P, const Path &N);
  Value ofGlobal(PathId P);
  Value ofChild(PathId P, Path N);
  Value elementOf(ObjectId O, llvm::StringRef Name);
  Value elementOfTuple(const Value &Tuple, PathId Of, llvm::StringRef Name) const;
  /// A member of what is no object.
  std::optional<Value> memberOfModule(const Value &Base, llvm::StringRef Name);
  Value memberOf(const Value &Base, llvm::StringRef Name);
  bool isRest(PathId P) const;
  /// True if the member is a method: `self.step` without a call.
  bool isBoundMethod(ObjectId O, llvm::StringRef Name) const;
  /// What the callee's `**kwargs` hold under a name; None if nothing.
  Value keyword(llvm::StringRef Name) const;
  Value hasKeyword(llvm::StringRef Name) const;
  Value meeting(Value A, Value B);
  Value attribute(const Value &Tensor, llvm::StringRef Name);

  const BodyCall &Call;
  FunctionFrame &Solver;
  State &Before;
  const ir::Function &Callee;
  const llvm::ArrayRef<Value> Actuals;
  llvm::DenseMap<uint32_t, Value> Cache; ///< by path
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_CALLS_CALLEEPATHS_H
