//===- Run.cpp - From modules to findings -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "checks/support/OpenSites.h"
#include "checks/support/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <limits>
#include <map>
#include <set>

namespace devtidy::checks {

namespace {
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

/// What a batch has found.
struct Outcome {
  std::vector<Reported> Findings;
  dataflow::Callers Calls;
  RunStatistics Statistics;
  std::vector<OpenSite> Open;
};

Outcome check(Program &P, const RunOptions &Options, report::SourceCache &Sources, bool WantsOpen) {
  Outcome Out;
  P.solve();
  std::vector<const SolvedFunction *> Functions = P.functions();
  std::vector<const SolvedClass *> Classes = P.classes();
  for (const Check *C : allChecks()) {
    if (!Options.Enabled.empty() && !llvm::is_contained(Options.Enabled, C->Name))
      continue;
    Sink To(*C, Options, Sources, Out.Findings);
    if (C->OnFunction)
      for (const SolvedFunction *S : Functions)
        C->OnFunction(*S, To);
    if (C->OnClass)
      for (const SolvedClass *S : Classes)
        C->OnClass(*S, To);
    if (C->OnProgram)
      C->OnProgram(P, To);
  }
  for (const SolvedFunction *S : Functions) {
    ++Out.Statistics.Functions;
    Out.Statistics.Instructions += S->F->Insts.size();
    Out.Statistics.GaveUp += S->GaveUp;
    if (WantsOpen)
      addOpenSites(*S, Options.Worlds, Out.Open);
  }
  Out.Calls = std::move(P.Calls);
  return Out;
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

/// One bug, one finding: of two checks that speak of a place, the one that knows more.
void dropYielding(std::vector<report::Finding> &Findings) {
  std::set<std::pair<std::string, report::Place>> Told;
  for (const report::Finding &F : Findings)
    Told.insert({F.Check, F.Where});
  llvm::erase_if(Findings, [&](const report::Finding &F) {
    const Check *C = findCheck(F.Check);
    return C && !C->YieldsTo.empty() && Told.contains({C->YieldsTo.str(), F.Where});
  });
}
} // namespace

std::vector<report::Finding> runChecks(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options,
                                       RunStatistics *Statistics, std::vector<OpenSite> *Open) {
  report::SourceCache OwnSources;
  report::SourceCache &Sources = Options.Sources ? *Options.Sources : OwnSources;
  dataflow::Linker Links(Modules);
  const std::vector<const ir::Module *> Shared = sharedModules(Links);
  const std::vector<Batch> Batches = batches(Links, Shared);
  std::vector<Outcome> Outcomes(Batches.size() + 1);
  std::optional<Program> Base;
  if (!Shared.empty()) {
    Base.emplace(Links, Shared);
    Outcomes.back() = check(*Base, Options, Sources, Open);
    Base->forgetDetails();
  }
  auto Run = [&](size_t I) {
    Program P(Links, Batches[I].Modules, Base && Batches[I].IsSole ? &*Base : nullptr);
    Outcomes[I] = check(P, Options, Sources, Open);
  };
  if (Batches.size() == 1) {
    Run(0);
  } else {
    llvm::DefaultThreadPool Pool(llvm::heavyweight_hardware_concurrency(Options.Jobs));
    for (size_t I = 0; I != Batches.size(); ++I)
      Pool.async(Run, I);
    Pool.wait();
  }
  dataflow::Callers Calls;
  for (const Outcome &Some : Outcomes)
    Calls.add(Some.Calls);
  std::vector<report::Finding> Findings;
  for (Outcome &Some : Outcomes) {
    for (Reported &R : Some.Findings)
      if (!R.Unless || !(Options.WholeProgram ? Calls.holds(*R.Unless) : Calls.mayHold(*R.Unless)))
        Findings.push_back(std::move(R.F));
    if (Open)
      llvm::append_range(*Open, Some.Open);
    if (Statistics) {
      Statistics->Functions += Some.Statistics.Functions;
      Statistics->Instructions += Some.Statistics.Instructions;
      Statistics->GaveUp += Some.Statistics.GaveUp;
    }
  }
  if (Open) {
    llvm::sort(*Open);
    Open->erase(llvm::unique(*Open), Open->end());
  }
  keepBestSupported(Findings);
  llvm::erase_if(Findings, [&](const report::Finding &F) { return F.Level > Options.Level; });
  dropYielding(Findings);
  llvm::stable_sort(Findings, [](const report::Finding &A, const report::Finding &B) { return A < B; });
  // One finding per place and check: an inline function of a header may be seen by several units.
  Findings.erase(
      llvm::unique(Findings, [](const report::Finding &A,
                                const report::Finding &B) { return A.Check == B.Check && A.Where == B.Where; }),
      Findings.end());
  return Findings;
}

std::vector<report::CheckInfo> describeChecks() {
  std::vector<report::CheckInfo> Out;
  for (const Check *C : allChecks())
    Out.push_back({C->Name.str(), report::wording::describe(C->Headline),
                   ("docs/checks/" + C->Name.drop_front(strlen("device-")) + ".md").str(), C->Level, C->Since.str()});
  return Out;
}

} // namespace devtidy::checks
