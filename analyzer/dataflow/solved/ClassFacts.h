//===- ClassFacts.h - What constructors leave in classes ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_CLASSFACTS_H
#define DEVTIDY_DATAFLOW_SOLVED_CLASSFACTS_H

#include "dataflow/program/MovedAlong.h"
#include "dataflow/state/Solved.h"
#include "llvm/ADT/StringMap.h"

namespace devtidy::dataflow {

class Solutions;

/// The classes of a program, each found out when somebody asks for it.
class ClassFacts {
public:
  /// What Base has found out of classes that are not Prog's own is taken from there.
  ClassFacts(Solutions &Prog, const ClassFacts *Base);

  /// The class of that name. What its constructors leave is not known while one of them is being solved.
  const SolvedClass &of(llvm::StringRef Name);
  /// C, if anybody has asked for it; null if not.
  const SolvedClass *find(const ir::Class &C) const;

private:
  void noteMovedAlong(SolvedClass &S);

  Solutions &Prog;
  const ClassFacts *Base;
  MovedParams ParamsMoved;
  llvm::StringMap<std::unique_ptr<SolvedClass>> Classes; ///< by canonical name
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_CLASSFACTS_H
