//===- Solutions.h - Who is solved when ------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions are solved when somebody asks: a caller asks for its callee's summary, a check asks for the events. Each is
// solved once, in all worlds together. The functions of a cycle of calls are solved together, in rounds that start from
// "does not return", until the first of them settles; if that takes too long, it is unknown to the others.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_SOLUTIONS_H
#define DEVTIDY_DATAFLOW_SOLVED_SOLUTIONS_H

#include "dataflow/solved/Asides.h"
#include "dataflow/solved/ClassFacts.h"
#include "dataflow/solved/GlobalValues.h"
#include "dataflow/solved/SolutionTable.h"
#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class Solutions final : public Program {
public:
  /// Links, which outlives the program, holds Own and the modules behind them. Own is one module, or several that are
  /// sole. What Base has solved is taken from there: a solved program of sole modules, which outlives this one and is
  /// not changed any more. Any number of programs may have the same base, on any thread.
  Solutions(const Linker &Links, llvm::ArrayRef<const ir::Module *> Own, const Solutions *Base = nullptr);

  /// Solves what stands in checked files of Own.
  void solve();
  /// Keeps of functions only what callers ask for.
  void forgetDetails();
  /// Before anything is solved: of these nothing is found out, and callers know nothing of them.
  void skip(llvm::DenseSet<const ir::Function *> Functions) { Skipped = std::move(Functions); }
  bool isSkipped(const ir::Function &F) const { return Skipped.contains(&F); }

  /// Solved classes of Own in checked files, in order of position.
  std::vector<const SolvedClass *> classes() const;
  /// What all that is solved calls. What was thrown away, because it was found out too early, does not count.
  Callers calls() const;

  const SolvedFunction &solved(const Entry &E) override;
  const SolvedFunction *solvedWith(const Entry &E, const GivenFunctions &Given) override {
    return Extra.with(E, Given);
  }
  const Summary *solvedAlone(const Entry &E) override { return Extra.alone(E); }
  const SolvedClass &solvedClass(llvm::StringRef Name) override { return ByClass.of(Name); }
  const GlobalFacts *globalFacts(llvm::StringRef Name) override { return ByGlobal.find(Name); }
  bool mayFindGlobals(const ir::Function &F, bool IsUsed) override { return ByGlobal.mayFind(F, IsUsed); }
  std::vector<const SolvedFunction *> functions() const override;
  const SolvedFunction *solvedHere(const ir::Function &F) const override;

  //===--- For those who find out about classes, globals and asides ---===//
  /// True if what is known of F is final.
  bool isSettled(const ir::Function &F) const { return (Base && Base->Known.settled(F)) || Known.settled(F); }
  bool isTooEarly(const ir::Function &F) const { return Known.isTooEarly(F); }
  /// Solves S, for its summary alone, and gives the frame in which it was.
  FrameStack::Frame solveAside(SolvedFunction &S);
  /// Forgets what looked at the outcome of the frame Depth too early; asked for again, it is found out with it.
  void forgetUnready(unsigned Depth);

  FrameStack Frames;

private:
  const SolvedFunction &solveNew(const Entry &E, bool IsForeign);
  void solveCycle(const Entry &E, SolvedFunction &S);
  void solveOnce(SolvedFunction &S);

  const Solutions *Base;
  llvm::DenseSet<const ir::Function *> Skipped;
  /// Instructions of other modules: solved, and at most; functions solved again since there was no frame.
  unsigned ForeignWork = 0, MaxForeignWork = 0, CycleWork = 0;
  SolutionTable Known;
  ClassFacts ByClass;
  GlobalValues ByGlobal;
  Asides Extra{*this};
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_SOLUTIONS_H
