//===- Run.cpp - From modules to findings -------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "checks/support/Sink.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::checks {

std::vector<report::Finding> runChecks(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options,
                                       RunStatistics *Statistics) {
  report::SourceCache OwnSources;
  report::SourceCache &Sources = Options.Sources ? *Options.Sources : OwnSources;
  std::vector<report::Finding> Findings;
  dataflow::Linker Links(Modules);
  for (const ir::Module *M : Modules) {
    if (!M->Files.empty() && llvm::none_of(M->Files, [](const ir::SourceFile &F) { return F.Checked; }))
      continue; // only there for what others call
    // Each unit sees the others behind itself.
    Program P(Links, *M);
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
    if (Statistics)
      for (const SolvedFunction *S : Functions) {
        ++Statistics->Functions;
        Statistics->Instructions += S->F->Insts.size();
        Statistics->GaveUp += S->GaveUp;
      }
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
