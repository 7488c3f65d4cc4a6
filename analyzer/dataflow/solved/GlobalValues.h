//===- GlobalValues.h - What top levels leave in the variables of modules ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_SOLVED_GLOBALVALUES_H
#define DEVTIDY_DATAFLOW_SOLVED_GLOBALVALUES_H

#include "dataflow/state/Program.h"

namespace devtidy::dataflow {

class GlobalGuards;
class Solutions;

/// A global that only top-level code assigns holds, in every function, what that code leaves in it. To learn it, the
/// top-level function is solved once more by itself. In that pass a function that reads globals is unknown if nobody
/// needs what it gives, so that `main()` at the end of a script does not need itself; of `model = Net(width)` the
/// globals are symbols, and the function is solved again when they are known.
class GlobalValues {
public:
  /// What Base has found out is taken from there.
  GlobalValues(Solutions &Prog, const GlobalValues *Base) : Prog(Prog), Base(Base) {}

  /// What is left in the global of that canonical name; null if it cannot be told.
  const GlobalFacts *find(llvm::StringRef Name);
  /// False if a call of F is unknown while the values of globals are being found out (Program::mayFindGlobals).
  bool mayFind(const ir::Function &F, bool IsUsed);
  /// Forgets what looked at the outcome of the frame Depth too early.
  void forgetUnready(unsigned Depth);

private:
  struct Global {
    GlobalFacts Facts;
    bool Running = false;
    /// The outermost frame whose outcome the pass that found it looked at too early; while that runs, its own frame.
    unsigned Unready = ~0U;
  };
  bool reads(const ir::Function &F, unsigned Depth = 0);
  void read(GlobalFacts &Facts, const Summary &Sum, const GlobalGuards &Guards, PathId Of) const;

  Solutions &Prog;
  const GlobalValues *Base;
  llvm::StringMap<Global> Globals;                        ///< those that were asked for, with all of their top level
  llvm::DenseMap<const ir::Function *, bool> Readers;     ///< of globals
  std::vector<std::unique_ptr<SolvedFunction>> TopLevels; ///< what Globals points into
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_GLOBALVALUES_H
