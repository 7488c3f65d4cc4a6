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

#include "dataflow/solved/ClassFacts.h"
#include "dataflow/solved/GlobalValues.h"
#include "dataflow/state/Program.h"
#include <map>

namespace devtidy::dataflow {

class Solutions final : public Program {
public:
  /// Links, which outlives the program, holds Own and the modules behind them. Own is one module, or several that are
  /// sole. What Base has solved is taken from there: a solved program of sole modules, which outlives this one and is
  /// not changed any more. Any number of programs may have the same base, on any thread.
  Solutions(const Linker &Links, llvm::ArrayRef<const ir::Module *> Own, const Solutions *Base = nullptr);
  ~Solutions() override;

  /// Solves what stands in checked files of Own.
  void solve();
  /// Keeps of functions only what callers ask for.
  void forgetDetails();
  /// Before anything is solved: of these nothing is found out, and callers know nothing of them.
  void skip(llvm::DenseSet<const ir::Function *> Functions) { Skipped = std::move(Functions); }
  /// The function that is being solved; null if none is. After a fault, the one that was.
  const ir::Function *solving() const { return Stack.empty() ? nullptr : Stack.back().F; }

  /// Solved classes of Own in checked files, in order of position.
  std::vector<const SolvedClass *> classes() const;
  /// What all that is solved calls. What was thrown away, because it was found out too early, does not count.
  Callers calls() const;

  const SolvedFunction &solved(const Entry &E) override;
  const SolvedFunction *solvedWith(const Entry &E, const GivenFunctions &Given) override;
  const Summary *solvedAlone(const Entry &E) override;
  const SolvedClass &solvedClass(llvm::StringRef Name) override { return ByClass.of(Name); }
  const GlobalFacts *globalFacts(llvm::StringRef Name) override { return ByGlobal.find(Name); }
  bool mayFindGlobals(const ir::Function &F, bool IsUsed) override { return ByGlobal.mayFind(F, IsUsed); }
  std::vector<const SolvedFunction *> functions() const override;
  const SolvedFunction *solvedHere(const ir::Function &F) const override;

  //===--- For those who find out about classes and globals ---===//
  bool isSkipped(const ir::Function &F) const { return Skipped.contains(&F); }
  /// How many functions are being solved.
  unsigned depth() const { return Stack.size(); }
  /// Where F stands among them, outermost first; nothing if it does not.
  std::optional<unsigned> frameOf(const ir::Function &F) const;
  /// Notes that the function being solved, or finding out globals, looked at the outcome of the frame Depth too early.
  void noteUnready(unsigned Depth);
  /// Notes that the function being solved looked at a class while one of these constructors is being solved: true.
  bool isBeingBuilt(llvm::ArrayRef<Entry> Constructors);
  /// True if what is known of F hangs on something that is still being found out.
  bool isTooEarly(const ir::Function &F) const;
  /// Which frames around it something hangs on: the outermost that it, or what it called, asked for, and the outermost
  /// whose outcome it looked at too early. None of them: ~0.
  struct Waiting {
    unsigned Low = ~0U, Unready = ~0U;
  };
  /// Solves F, which S says, for its summary alone, as one of the frames.
  Waiting solveAside(SolvedFunction &S);

  /// Forgets what looked at the outcome of the frame Depth too early; asked for again, it is found out with it.
  void forgetUnready(unsigned Depth);

private:
  void solveCycle(const Entry &E, SolvedFunction &S);
  void solveOnce(const Entry &E, SolvedFunction &S);
  void settle(size_t FirstProvisional, unsigned Depth);
  /// The solution of F, if it is final.
  const SolvedFunction *settled(const ir::Function &F) const;

  const Solutions *Base;
  llvm::DenseSet<const ir::Function *> Skipped;
  struct Solution {
    std::unique_ptr<SolvedFunction> S;
    enum { Running, Provisional, Done } Status = Running;
    unsigned Low = 0;       ///< Provisional: the outermost function on the stack that it depends on
    unsigned Unready = ~0U; ///< as in Frame
  };
  /// A function being solved.
  struct Frame {
    const ir::Function *F = nullptr;
    unsigned Low = 0;   ///< the outermost frame that it, or what it called, asked for
    bool Asked = false; ///< somebody asked for this one
    /// The outermost frame whose outcome it, or what it called, looked at too early: a constructor, of which nobody
    /// knows yet what it leaves in the members, or a top level that has not left its globals yet.
    unsigned Unready = ~0U;
  };
  llvm::DenseMap<const ir::Function *, Solution> Known;
  std::vector<Frame> Stack;                      ///< outermost first
  std::vector<const ir::Function *> Provisional; ///< solved with what was known so far of a frame of the stack
  std::vector<const ir::Function *> Unready;     ///< solved before a class, or a global, was known
  using SpecialKey = std::pair<const ir::Function *, GivenFunctions::Key>;
  std::map<SpecialKey, std::unique_ptr<SolvedFunction>> Specialised;     ///< null: being solved
  std::map<const ir::Function *, std::unique_ptr<SolvedFunction>> Alone; ///< null: being solved
  unsigned ForeignWork = 0, MaxForeignWork = 0; ///< instructions of other modules: solved, and at most
  unsigned SpecialWork = 0;                     ///< instructions of those
  unsigned CycleWork = 0;                       ///< functions solved again since the stack was empty
  ClassFacts ByClass;
  GlobalValues ByGlobal;
};

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_SOLVED_SOLUTIONS_H
