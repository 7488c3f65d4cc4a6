//===- Run.cpp - From modules to findings -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "checks/support/Coverage.h"
#include "checks/support/NameUses.h"
#include "checks/support/OpenSites.h"
#include "checks/support/Sink.h"
#include "dataflow/solved/Solutions.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <limits>
#include <map>
#include <memory>
#include <set>

namespace devtidy::checks {

namespace {
using dataflow::Solutions;

/// Modules that are solved together share what they call; each batch is solved anew. Batches do not depend on the
/// number of threads, so that findings do not.
constexpr size_t MaxBatchWork = 20'000;
/// What many modules use is solved once, before all batches.
constexpr unsigned MinUsers = 8;
constexpr size_t MaxSharedWork = 150'000;

struct Batch {
  std::vector<const ir::Module *> Modules;
  bool IsSole = false;
};

bool isChecked(const ir::Module &M) {
  return M.Files.empty() || llvm::any_of(M.Files, [](const ir::SourceFile &F) { return F.Checked; });
}

size_t workOf(const ir::Module &M) {
  size_t Work = 0;
  for (const auto &F : M.Functions)
    Work += F->Insts.size();
  return Work;
}

/// The modules that most others use, most used first; none if they are few.
std::vector<const ir::Module *> sharedModules(const dataflow::Linker &Links) {
  std::vector<const ir::Module *> Result;
  for (const ir::Module *M : Links.modules())
    if (Links.users(*M) >= MinUsers && Links.isSole(*M))
      Result.push_back(M);
  llvm::stable_sort(Result,
                    [&](const ir::Module *A, const ir::Module *B) { return Links.users(*A) > Links.users(*B); });
  size_t Work = 0;
  llvm::erase_if(Result, [&](const ir::Module *M) { return (Work += workOf(*M)) > MaxSharedWork; });
  return Result;
}

std::vector<Batch> batches(const dataflow::Linker &Links, llvm::ArrayRef<const ir::Module *> Shared) {
  const llvm::DenseSet<const ir::Module *> Done(Shared.begin(), Shared.end());
  std::vector<Batch> Result;
  size_t Work = 0; // instructions in the last batch, if it is open
  for (const ir::Module *M : Links.modules()) {
    if (!isChecked(*M) || Done.contains(M))
      continue; // only there for what others call
    if (!Links.isSole(*M)) {
      Result.push_back({{M}});
      Work = 0;
      continue;
    }
    if (Work == 0 || Work > MaxBatchWork) {
      Result.push_back({.IsSole = true});
      Work = 1;
    }
    Result.back().Modules.push_back(M);
    Work += workOf(*M);
  }
  return Result;
}

std::string pathOf(const ir::Module &M) { return M.Files.empty() ? M.Name.str() : M.Files.front().Path.str(); }

/// What a batch has found.
struct Outcome {
  std::vector<Reported> Findings;
  dataflow::Callers Calls;
  RunStatistics Statistics;
  std::vector<OpenSite> Open;
  std::vector<Fault> Faults;
  const ir::Function *Looked = nullptr; ///< the function that a check looks at

  void add(Outcome O) {
    llvm::append_range(Findings, O.Findings);
    Calls.add(O.Calls);
    Statistics.Functions += O.Statistics.Functions;
    Statistics.Instructions += O.Statistics.Instructions;
    Statistics.GaveUp += O.Statistics.GaveUp;
    llvm::append_range(Statistics.Coverage, O.Statistics.Coverage);
    llvm::append_range(Open, O.Open);
    llvm::append_range(Faults, O.Faults);
  }
};

void check(Solutions &P, const RunOptions &Options, report::SourceCache &Sources, const NameUses &Names, bool WantsOpen,
           Outcome &Out) {
  P.solve();
  std::vector<const SolvedFunction *> Functions = P.functions();
  std::vector<const SolvedClass *> Classes = P.classes();
  for (const Check *C : allChecks()) {
    if (!Options.Enabled.empty() && !llvm::is_contained(Options.Enabled, C->Name))
      continue;
    Sink To(*C, Options, Sources, Names, Out.Findings);
    if (C->OnFunction)
      for (const SolvedFunction *S : Functions) {
        Out.Looked = S->F;
        if (Options.Before)
          Options.Before("look", S->F->Name);
        C->OnFunction(*S, To);
      }
    Out.Looked = nullptr;
    if (C->OnClass)
      for (const SolvedClass *S : Classes)
        C->OnClass(*S, To);
    if (C->OnProgram)
      C->OnProgram(P, To);
  }
  for (const SolvedFunction *S : Functions) {
    ++Out.Statistics.Functions;
    Out.Statistics.Instructions += S->F->Insts.size();
    if (S->GaveUp) {
      ++Out.Statistics.GaveUp;
      Out.Faults.push_back(
          {pathOf(*S->M), S->F->Name.str(), std::string("was given up: it ") + S->GaveUp, /*IsCrash=*/false});
    }
    if (WantsOpen)
      addOpenSites(*S, Options.Worlds, Out.Open);
    if (std::optional<FunctionCoverage> C = Options.WantsCoverage ? coverageOf(*S) : std::nullopt)
      Out.Statistics.Coverage.push_back(std::move(*C));
  }
  Out.Calls = P.calls();
}

std::string crashed(const std::string &Why) { return "crashed (" + Why + ")"; }

bool isContained(const RunOptions &Options, llvm::function_ref<void()> Work, std::string &Why) {
  if (Options.Contain)
    return Options.Contain(Work, Why);
  Work();
  return true;
}

/// Solves batches, each in a program of its own.
class BatchRun {
public:
  BatchRun(const dataflow::Linker &Links, const RunOptions &Options, report::SourceCache &Sources, bool WantsOpen)
      : Links(Links), Options(Options), Sources(Sources), Names(Links), WantsOpen(WantsOpen) {}

  /// What a fault ends is done again without the function in which that was. Keep takes the program; null if there is
  /// none in the end.
  Outcome run(llvm::ArrayRef<const ir::Module *> Own, const Solutions *Base,
              std::unique_ptr<Solutions> *Keep = nullptr);

private:
  const ir::Module *moduleOf(const ir::Function *F) const;

  const dataflow::Linker &Links;
  const RunOptions &Options;
  report::SourceCache &Sources;
  const NameUses Names;
  const bool WantsOpen;
};

const ir::Module *BatchRun::moduleOf(const ir::Function *F) const {
  for (const ir::Module *M : Links.modules())
    if (llvm::any_of(M->Functions, [&](const auto &Own) { return Own.get() == F; }))
      return M;
  return nullptr;
}

Outcome BatchRun::run(llvm::ArrayRef<const ir::Module *> Own, const Solutions *Base, std::unique_ptr<Solutions> *Keep) {
  constexpr size_t MaxSkipped = 16;
  llvm::DenseSet<const ir::Function *> Skipped;
  std::vector<Fault> Faults;
  for (;;) {
    auto P = std::make_unique<Solutions>(Links, Own, Base);
    P->skip(Skipped);
    auto Found = std::make_unique<Outcome>();
    std::string Why;
    const bool Ended = isContained(
        Options,
        [&] {
          for (const ir::Module *M : Own)
            if (Options.Before)
              Options.Before("solve", pathOf(*M));
          check(*P, Options, Sources, Names, WantsOpen, *Found);
          if (!Keep)
            P.reset();
        },
        Why);
    if (Ended) {
      llvm::append_range(Found->Faults, Faults);
      if (Keep)
        *Keep = std::move(P);
      return std::move(*Found);
    }
    const ir::Function *Culprit = P->Frames.innermost() ? P->Frames.innermost() : Found->Looked;
    // Nobody knows what they hold now.
    [[maybe_unused]] const auto *LostProgram = P.release();
    [[maybe_unused]] const auto *LostOutcome = Found.release();
    const ir::Module *M = Culprit ? moduleOf(Culprit) : nullptr;
    if (!M || Skipped.size() == MaxSkipped || !Skipped.insert(Culprit).second) {
      Outcome Rest;
      Rest.Faults = std::move(Faults);
      if (Own.size() == 1)
        Rest.Faults.push_back({pathOf(*Own.front()), "", crashed(Why)});
      else
        for (const ir::Module *Each : Own)
          Rest.add(run(Each, Base));
      return Rest;
    }
    Faults.push_back({pathOf(*M), Culprit->Name.str(), crashed(Why)});
  }
}

/// An operation that several functions speak of, itself and its callers, is one bug. It is told where the operation is,
/// if that has anything to tell, and is as serious as whoever knows most says; of callers alone, by those who know
/// most.
void keepBestSupported(std::vector<report::Finding> &Findings) {
  struct Known {
    bool IsTold = false; ///< by the operation itself
    int Level = std::numeric_limits<int>::max();
  };
  std::map<std::pair<std::string, report::Place>, Known> Operations;
  auto KnownOf = [&](const report::Finding &F) -> Known & {
    return Operations[{F.Check, F.Operation.Path.empty() ? F.Where : F.Operation}];
  };
  for (const report::Finding &F : Findings) {
    Known &K = KnownOf(F);
    K.IsTold |= F.Operation.Path.empty();
    K.Level = std::min(K.Level, F.Level);
  }
  llvm::erase_if(Findings, [&](const report::Finding &F) {
    const Known &K = KnownOf(F);
    return !F.Operation.Path.empty() && (K.IsTold || (K.Level < F.Level && F.Level > 1));
  });
  for (report::Finding &F : Findings)
    if (F.Operation.Path.empty())
      F.Level = KnownOf(F).Level;
}

/// One bug, one finding: of two checks that speak of a place, the one that knows more. That is told elsewhere, and
/// names the place, where the check says so: it is given the repair then, if it has none.
void dropYielding(std::vector<report::Finding> &Findings) {
  std::set<std::pair<std::string, report::Place>> Told;
  std::map<std::pair<std::string, report::Place>, std::vector<report::Finding *>> Naming;
  for (report::Finding &F : Findings) {
    Told.insert({F.Check, F.Where});
    for (const report::Note &N : F.Notes)
      Naming[{F.Check, N.Where}].push_back(&F);
  }
  const auto IsTaken = [&](report::Finding &F) {
    const Check *C = findCheck(F.Check);
    if (!C || C->YieldsTo.empty())
      return false;
    if (Told.contains({C->YieldsTo.str(), F.Where}) || !C->YieldsToNotes)
      return Told.contains({C->YieldsTo.str(), F.Where});
    const auto Others = Naming.find({C->YieldsTo.str(), F.Where});
    if (Others == Naming.end())
      return false;
    const auto Knows = [&](const report::Finding *Other) { return Other->Level <= F.Level; };
    const auto First = llvm::find_if(Others->second, Knows);
    if (First == Others->second.end())
      return false;
    if (llvm::none_of(Others->second,
                      [&](const report::Finding *Other) { return Knows(Other) && !Other->Fixes.empty(); }))
      (*First)->Fixes = F.Fixes;
    return true;
  };
  std::vector<bool> Taken;
  for (report::Finding &F : Findings)
    Taken.push_back(IsTaken(F));
  size_t N = 0;
  llvm::erase_if(Findings, [&](const report::Finding &) { return Taken[N++]; });
}
} // namespace

/// Null, and why, if a fault ended it.
static std::unique_ptr<dataflow::Linker> link(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options,
                                              std::string &Why) {
  auto Links = std::make_unique<std::unique_ptr<dataflow::Linker>>();
  const bool Ended = isContained(
      Options,
      [&] {
        for (const ir::Module *M : Modules)
          if (Options.Before)
            Options.Before("link", pathOf(*M));
        *Links = std::make_unique<dataflow::Linker>(Modules);
      },
      Why);
  if (Ended)
    return std::move(*Links);
  [[maybe_unused]] const auto *Lost = Links.release();
  return nullptr;
}

static Outcome checkAll(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options, bool WantsOpen,
                        llvm::ArrayRef<const ir::Module *> Only = {});

/// Modules that cannot be linked are checked as if each were alone, but for those that cannot be even then.
static Outcome checkApart(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options, bool WantsOpen,
                          llvm::ArrayRef<const ir::Module *> Only, const std::string &WhyTogether) {
  Outcome All;
  if (Modules.size() > 1)
    for (const ir::Module *M : Modules) {
      std::string Why;
      if (isChecked(*M) && (Only.empty() || llvm::is_contained(Only, M)))
        All.add(checkAll(M, Options, WantsOpen));
      else if (!link(M, Options, Why))
        All.Faults.push_back({pathOf(*M), "", crashed(Why)});
    }
  if (All.Faults.empty())
    All.Faults.push_back({pathOf(*Modules.front()), "", crashed(WhyTogether)});
  return All;
}

/// Solves and checks all modules, or those of Only.
static Outcome checkAll(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options, bool WantsOpen,
                        llvm::ArrayRef<const ir::Module *> Only) {
  report::SourceCache OwnSources;
  report::SourceCache &Sources = Options.Sources ? *Options.Sources : OwnSources;
  std::string Why;
  const std::unique_ptr<dataflow::Linker> Linked = link(Modules, Options, Why);
  if (!Linked)
    return checkApart(Modules, Options, WantsOpen, Only, Why);
  const dataflow::Linker &Links = *Linked;
  // What some modules call is little of what all have in common.
  const std::vector<const ir::Module *> Shared =
      Only.empty() ? sharedModules(Links) : std::vector<const ir::Module *>();
  std::vector<Batch> Batches = batches(Links, Shared);
  auto IsAsked = [&](const ir::Module *M) { return Only.empty() || llvm::is_contained(Only, M); };
  for (Batch &B : Batches)
    llvm::erase_if(B.Modules, [&](const ir::Module *M) { return !IsAsked(M); });
  llvm::erase_if(Batches, [](const Batch &B) { return B.Modules.empty(); });
  std::vector<Outcome> Outcomes(Batches.size() + 1);
  BatchRun Each(Links, Options, Sources, WantsOpen);
  std::unique_ptr<Solutions> Base;
  if (!Shared.empty())
    Outcomes.back() = Each.run(Shared, /*Base=*/nullptr, &Base);
  if (Base)
    Base->forgetDetails();
  auto Run = [&](size_t I) { Outcomes[I] = Each.run(Batches[I].Modules, Batches[I].IsSole ? Base.get() : nullptr); };
  if (Batches.size() == 1) {
    Run(0);
  } else {
    llvm::DefaultThreadPool Pool(llvm::heavyweight_hardware_concurrency(Options.Jobs));
    for (size_t I = 0; I != Batches.size(); ++I)
      Pool.async(Run, I);
    Pool.wait();
  }
  Outcome All;
  for (Outcome &Some : Outcomes)
    All.add(std::move(Some));
  return All;
}

std::vector<report::Finding> runChecks(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options,
                                       RunStatistics *Statistics, std::vector<OpenSite> *Open,
                                       std::vector<Fault> *Faults, std::vector<report::Finding> *Said) {
  Outcome All = checkAll(Modules, Options, Open);
  // Withheld: whether a caller that nobody has seen excuses it is not known.
  std::vector<report::Finding> Findings, Withheld;
  for (Reported &R : All.Findings) {
    if (Said)
      Said->push_back(R.F);
    if (llvm::any_of(R.Unless, [&](const dataflow::Excuse &E) { return All.Calls.holds(E); }))
      continue;
    if (!Options.WholeProgram &&
        llvm::any_of(R.Unless, [&](const dataflow::Excuse &E) { return All.Calls.mayHold(E); }))
      Withheld.push_back(R.F);
    if (llvm::any_of(R.WeakerIf, [&](const dataflow::Excuse &E) { return All.Calls.holds(E); }))
      R.F.Level = std::max(R.F.Level, 2);
    R.IsDoubtful |= llvm::any_of(R.DoubtfulIf, [&](const dataflow::Excuse &E) { return All.Calls.holds(E); });
    if (R.IsDoubtful && R.F.Level == 2)
      R.F.Level = 3;
    Findings.push_back(std::move(R.F));
  }
  if (Statistics)
    *Statistics = All.Statistics;
  auto Sorted = [](auto List) {
    llvm::sort(List);
    List.erase(llvm::unique(List), List.end());
    return List;
  };
  if (Open)
    *Open = Sorted(std::move(All.Open));
  if (Faults)
    *Faults = Sorted(std::move(All.Faults));
  keepBestSupported(Findings);
  llvm::erase_if(Findings, [&](const report::Finding &F) {
    return F.Level > Options.Level || (Options.Wants && !Options.Wants(F));
  });
  dropYielding(Findings);
  // What gives way to it would give way in the whole program.
  llvm::erase_if(Findings, [&](const report::Finding &F) { return llvm::is_contained(Withheld, F); });
  llvm::stable_sort(Findings, [](const report::Finding &A, const report::Finding &B) { return A < B; });
  // One finding per place and check: an inline function of a header may be seen by several units.
  Findings.erase(
      llvm::unique(Findings, [](const report::Finding &A,
                                const report::Finding &B) { return A.Check == B.Check && A.Where == B.Where; }),
      Findings.end());
  return Findings;
}

std::optional<std::vector<report::Finding>> checkAgain(llvm::ArrayRef<const ir::Module *> Modules,
                                                       const RunOptions &Options,
                                                       llvm::ArrayRef<const ir::Module *> Only) {
  Outcome All = checkAll(Modules, Options, /*WantsOpen=*/false, Only);
  if (llvm::any_of(All.Faults, [](const Fault &F) { return F.IsCrash; }))
    return std::nullopt;
  std::vector<report::Finding> Said;
  for (Reported &R : All.Findings)
    Said.push_back(std::move(R.F));
  return Said;
}

std::vector<report::CheckInfo> describeChecks() {
  std::vector<report::CheckInfo> Out;
  for (const Check *C : allChecks())
    Out.push_back({C->Name.str(), report::wording::describe(C->Headline),
                   ("docs/checks/" + C->Name.drop_front(strlen("device-")) + ".md").str(), C->Level, C->Since.str()});
  return Out;
}

} // namespace devtidy::checks
