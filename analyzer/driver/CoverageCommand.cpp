//===- CoverageCommand.cpp - device-tidy coverage --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As type coverage says of how many expressions a type is known, this says of how many operands a placement is: by
// file, with -v by function, and what cost most.
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "driver/Commands.h"
#include "driver/Contained.h"
#include "driver/CoverageReport.h"
#include "driver/Outcome.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

Expected<int> runCoverage(const CoverageArgs &Args, const ToolPaths &Tool) {
  Expected<std::unique_ptr<Session>> S = Session::open(Args, Tool);
  if (!S)
    return S.takeError();
  if ((*S)->inputs().Files.empty() && (*S)->inputs().Problems.empty())
    return createStringError(inconvertibleErrorCode(), "no sources found");
  std::vector<LoweredFile> Lowered = (*S)->lowerAll();
  printErrors((*S)->inputs(), Lowered, (*S)->workingFolder(), Args.Verbose);
  const std::vector<const ir::Module *> Modules = (*S)->allModules(Lowered);
  checks::RunOptions Options;
  Options.Enabled = {"none"}; // no check
  Options.WantsCoverage = true;
  Options.Jobs = Args.Jobs;
  Options.Contain = runContained;
  checks::RunStatistics Statistics;
  std::vector<checks::Fault> Faults;
  checks::runChecks(Modules, Options, &Statistics, /*Open=*/nullptr, &Faults);
  llvm::sort(Statistics.Coverage);
  report::SourceCache Sources;
  (*S)->provideTexts(Sources);
  CoverageReport Report;
  for (checks::FunctionCoverage &C : Statistics.Coverage) {
    CoverageReport::File &Of = Report.Files[shortPath(C.Path, (*S)->workingFolder())];
    Of.Text = Of.Text ? Of.Text : Sources.get(C.Path);
    Of.Has.add(C);
    Report.All.add(C);
    CoverageReport::Function &F = Of.Functions.emplace_back(C.Function);
    F.Has.add(C);
    F.Operands = std::move(C.Operands);
    llvm::sort(F.Operands);
  }
  switch (Args.As) {
  case CoverageArgs::Format::Text:
    Report.writeText(Args.Verbose, outs());
    break;
  case CoverageArgs::Format::Json:
    Report.writeJson(outs());
    break;
  case CoverageArgs::Format::Html:
    Report.writeHtml(outs());
    break;
  }
  const bool Crashed = llvm::any_of(Faults, [](const checks::Fault &F) { return F.IsCrash; });
  if (Crashed || !summarize((*S)->inputs(), Lowered).Failed.empty())
    return int(CouldNot);
  return int(Report.All.percent() < Args.FailUnder ? SomeFindings : NoFinding);
}

} // namespace devtidy::driver
