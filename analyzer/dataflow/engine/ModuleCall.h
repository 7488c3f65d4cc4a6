//===- ModuleCall.h - Calls of modules -----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_MODULECALL_H
#define DEVTIDY_DATAFLOW_ENGINE_MODULECALL_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class FunctionSolver;

/// One call of a module of the library, or of what may be one: its parameters and its inputs meet.
class ModuleCall {
public:
  ModuleCall(FunctionSolver &Solver, ir::InstId Id, State &S, Event &E);

  /// Records what meets, and gives what comes out; what an unknown call gives where nothing says that it is a module.
  Value run();

private:
  // In this order.
  /// True if what is called is none, by what it is given.
  bool isOther() const;
  /// True if it may be a loss, of which the first two inputs meet: `criterion(output, target, sizes)`.
  bool mayBeLoss() const;
  /// True if it is a function where nobody gives something else, which has no state: `def init(w, fill=fanin)`.
  bool isFunctionByDefault() const;
  void findClass();
  void readSides();
  void readAttributes();
  void readReceiver();
  void demand();
  std::optional<Value> resultOfParts();
  Value result();

  bool fails() const;
  Placement place() const;

  FunctionSolver &Solver;
  const ir::Inst &I;
  const ir::InstId Id;
  State &S;
  Event &E;
  Value Receiver;
  bool IsOpen = false;   ///< nobody says that what is called is a module
  llvm::StringRef Class; ///< "" if that is not known
  const knowledge::ClassInfo *Library = nullptr;
  bool OfLibrary = false, MayKeepWeights = false;
  llvm::SmallVector<Side, 4> Sides;
  knowledge::DeviceRule Rule = knowledge::DeviceRule::Same;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_MODULECALL_H
