//===- Run.cpp - From modules to findings -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "checks/support/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"

namespace devtidy::checks {

namespace {
/// Modules that are solved together share what they call; each batch is solved anew. Batches do not depend on the
/// number of threads, so that findings do not.
constexpr size_t MaxBatchWork = 20'000;

using Batch = std::vector<const ir::Module *>;

std::vector<Batch> batches(const dataflow::Linker &Links) {
  std::vector<Batch> Result;
  size_t Work = 0; // instructions in the last batch, if it is open
  for (const ir::Module *M : Links.modules()) {
    if (!M->Files.empty() && llvm::none_of(M->Files, [](const ir::SourceFile &F) { return F.Checked; }))
      continue; // only there for what others call
    if (!Links.isSole(*M)) {
      Result.push_back({M});
      Work = 0;
      continue;
    }
    if (Work == 0 || Work > MaxBatchWork) {
      Result.emplace_back();
      Work = 1;
    }
    Result.back().push_back(M);
    for (const auto &F : M->Functions)
      Work += F->Insts.size();
  }
  return Result;
}

void runBatch(const dataflow::Linker &Links, const Batch &Modules, const RunOptions &Options,
              report::SourceCache &Sources, std::vector<report::Finding> &Findings, RunStatistics &Statistics) {
  Program P(Links, Modules);
  P.solve();
  std::vector<const SolvedFunction *> Functions = P.functions();
  std::vector<const SolvedClass *> Classes = P.classes();
  for (const Check *C : allChecks()) {
    if (!Options.Enabled.empty() && !llvm::is_contained(Options.Enabled, C->Name))
      continue;
    Sink Out(*C, Options, Sources, Findings);
    if (C->OnFunction)
      for (const SolvedFunction *S : Functions)
        C->OnFunction(*S, Out);
    if (C->OnClass)
      for (const SolvedClass *S : Classes)
        C->OnClass(*S, Out);
    if (C->OnProgram)
      C->OnProgram(P, Out);
  }
  for (const SolvedFunction *S : Functions) {
    ++Statistics.Functions;
    Statistics.Instructions += S->F->Insts.size();
    Statistics.GaveUp += S->GaveUp;
  }
}
} // namespace

std::vector<report::Finding> runChecks(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options,
                                       RunStatistics *Statistics) {
  report::SourceCache OwnSources;
  report::SourceCache &Sources = Options.Sources ? *Options.Sources : OwnSources;
  dataflow::Linker Links(Modules);
  std::vector<Batch> Batches = batches(Links);
  std::vector<std::vector<report::Finding>> Found(Batches.size());
  std::vector<RunStatistics> Counts(Batches.size());
  auto Run = [&](size_t I) { runBatch(Links, Batches[I], Options, Sources, Found[I], Counts[I]); };
  if (Batches.size() == 1) {
    Run(0);
  } else {
    llvm::DefaultThreadPool Pool(llvm::heavyweight_hardware_concurrency(Options.Jobs));
    for (size_t I = 0; I != Batches.size(); ++I)
      Pool.async(Run, I);
    Pool.wait();
  }
  std::vector<report::Finding> Findings;
  for (auto &Some : Found)
    std::move(Some.begin(), Some.end(), std::back_inserter(Findings));
  if (Statistics)
    for (const RunStatistics &Count : Counts) {
      Statistics->Functions += Count.Functions;
      Statistics->Instructions += Count.Instructions;
      Statistics->GaveUp += Count.GaveUp;
    }
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
