//===- Program.h - What everybody asks of the modules of a run -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Program is one module with the others behind it, linked by qualified names (Linker.h): what names mean in it, the
// tables that its values point into, and what else is solved, which it finds out when somebody asks. Who asks does not
// see how (solved/Solutions.h): below, nothing knows that solving a function may solve others. One Program belongs to
// one thread.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_STATE_PROGRAM_H
#define DEVTIDY_DATAFLOW_STATE_PROGRAM_H

#include "dataflow/domain/StepTable.h"
#include "dataflow/program/CallForms.h"
#include "dataflow/program/DeviceHandlers.h"
#include "dataflow/program/Hierarchy.h"
#include "dataflow/program/HostReads.h"
#include "dataflow/program/InheritedCalls.h"
#include "dataflow/program/MemberChanges.h"
#include "dataflow/program/NameTable.h"
#include "dataflow/state/Solved.h"

namespace devtidy::dataflow {

/// What the top level leaves in a global that nothing else assigns.
struct GlobalFacts {
  Value V = Value::unknown();
  llvm::StringRef Class;                 ///< of an object
  std::optional<Placement> ModuleDevice; ///< where that object, a module, is then
  const Summary *Left = nullptr;         ///< what the top level leaves in a namespace, or a list, that V is
};

class Program {
public:
  using Entry = Linker::FunctionEntry;
  using ClassEntry = Linker::ClassEntry;

  Program(const Program &) = delete;
  virtual ~Program() = default;

  /// All modules of the run.
  llvm::ArrayRef<const ir::Module *> modules() const { return Links.modules(); }
  /// True if the program is about M, which is not only behind it.
  bool isOwn(const ir::Module *M) const { return llvm::is_contained(Own, M); }

  /// What is known of F. The result of a function that is being solved is what is known so far.
  virtual const SolvedFunction &solved(const Entry &E) = 0;
  /// The same where it is given these functions; null if it is not worth it, or too early to know.
  virtual const SolvedFunction *solvedWith(const Entry &E, const GivenFunctions &Given) = 0;
  /// What a method leaves in members, alone: what it calls is unknown then, and so is what others put there. Null if
  /// that is not known.
  virtual const Summary *solvedAlone(const Entry &E) = 0;
  virtual const SolvedClass &solvedClass(llvm::StringRef Name) = 0;
  /// Null if it cannot be told.
  virtual const GlobalFacts *globalFacts(llvm::StringRef Name) = 0;
  /// False if a call of F is unknown while the values of globals are being found out: `main()` at the end of a script
  /// does not need itself. IsUsed: somebody needs what it gives, `model = Net()`.
  virtual bool mayFindGlobals(const ir::Function &F, bool IsUsed) = 0;
  /// Solved functions of Own in checked files, in order of position.
  virtual std::vector<const SolvedFunction *> functions() const = 0;
  /// What is solved of F in a checked file of its own modules; null if F is not there, or not solved.
  virtual const SolvedFunction *solvedHere(const ir::Function &F) const = 0;

  const Linker &Links;
  const std::vector<const ir::Module *> Own;
  Hierarchy Types;
  MemberChanges Members{Types, Links};
  HostReads Pointers{Types};
  DeviceHandlers Handlers;
  InheritedCalls Inherited{Types};
  PathTable Paths;
  ConditionTable Conditions;
  StepTable Steps;
  NameTable Names;
  CallForms Calls{Types, Names};

protected:
  /// Links, which outlives the program, holds Own and the modules behind them.
  Program(const Linker &Links, llvm::ArrayRef<const ir::Module *> Own, const Program *Base);
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_STATE_PROGRAM_H
