//===- Analysis.cpp - From files to the findings that are wanted --------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Analysis.h"
#include "checks/Run.h"
#include "driver/Commands.h"
#include "driver/Contained.h"
#include "driver/Language.h"
#include "driver/ProjectFiles.h"
#include "driver/Repairs.h"
#include "driver/Selection.h"
#include "knowledge/Device.h"
#include "report/Suppress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

Expected<checks::RunOptions> makeOptions(const CheckArgs &Args, const Session &S, Selections &Wanted) {
  checks::RunOptions Options;
  Options.Enabled = Wanted.enabled();
  Options.Level = Wanted.levelToRun();
  Options.Wants = [&Wanted](const report::Finding &F) { return Wanted.wants(F); };
  Options.OptionsOf = [&S](StringRef Path) -> const StringMap<std::string> & {
    return S.allSettings().of(normalPath(Path)).CheckOptions;
  };
  const Settings &Project = S.settings();
  Options.MaxAccelerators = Project.MaxAccelerators.value_or(Options.MaxAccelerators);
  std::string Worlds = Args.Worlds.empty() ? join(Project.Worlds, ",") : Args.Worlds;
  if (Worlds.empty())
    return Options;
  Expected<uint8_t> Bits = parseWorlds(Worlds);
  if (!Bits)
    return Bits.takeError();
  Options.Worlds = *Bits;
  return Options;
}

void printWarnings(const CheckArgs &Args, const Session &S) {
  if (Args.Quiet)
    return;
  for (const std::string &Warning : S.warnings())
    printWarning(Warning);
  if (S.inputs().Files.empty() && S.inputs().Problems.empty())
    printWarning("no sources found");
}

/// A line for each; a file counts once.
void addFaults(ArrayRef<checks::Fault> Faults, StringRef Folder, Outcome &Read) {
  for (const checks::Fault &F : Faults) {
    const std::string What = F.Function.empty() ? "the analysis" : "the analysis of '" + F.Function + "'";
    const SourceProblem Problem{F.Path, 0, 0, What + " " + F.Why};
    printProblem(Problem, Folder);
    if (none_of(Read.Failed, [&](const SourceProblem &P) { return P.Path == F.Path; }))
      Read.Failed.push_back(Problem);
  }
}

/// True if somebody will see the repairs of the findings.
bool showsRepairs(const CheckArgs &Args, const Settings &Project) {
  if (Args.Fix || Args.Diff)
    return true;
  if (Args.Statistics || Args.AddNoqa || !Args.WriteBaseline.empty())
    return false;
  const StringRef Format = Args.OutputFormat.empty() ? StringRef(Project.OutputFormat) : StringRef(Args.OutputFormat);
  return is_contained({StringRef(), StringRef("full"), StringRef("json"), StringRef("sarif")}, Format);
}

/// Which files are named decides what is found, and not what is safe.
void askCallersOfProject(std::vector<report::Finding> &Findings, const Analysed &Before, Session &S) {
  std::vector<std::string> Paths;
  for (const report::Finding &F : Findings)
    for (const report::Fix &Fix : F.Fixes)
      for (const report::Edit &E : Fix.Edits)
        if (Fix.Sure && (isPythonSource(E.Path) || isNotebook(E.Path)) && !is_contained(Paths, E.Path))
          Paths.push_back(E.Path);
  if (Paths.empty())
    return;
  const std::optional<std::vector<std::unique_ptr<ir::Module>>> Callers = S.callersOf(Paths, Before.Lowered);
  if (!Callers)
    return distrustCallers(Findings, [&](StringRef Path) { return is_contained(Paths, Path); });
  std::vector<const ir::Module *> Modules;
  for (const std::unique_ptr<ir::Module> &M : *Callers)
    Modules.push_back(M.get());
  if (!Modules.empty())
    askCallers(Findings, Before, Modules);
}

} // namespace

Expected<Analysis> analyze(const CheckArgs &Args, Session &S, report::SourceCache &Sources) {
  Expected<Selections> Selected = Selections::open(Args.Selection, S.allSettings(), /*DefaultLevel=*/2);
  if (!Selected)
    return Selected.takeError();
  Selections &Wanted = *Selected;
  const std::vector<std::string> Enabled = Wanted.enabled();
  knowledge::setPrivateBackend(S.settings().PrivateBackend);
  Expected<checks::RunOptions> Options = makeOptions(Args, S, Wanted);
  if (!Options)
    return Options.takeError();

  std::vector<LoweredFile> Lowered = S.lowerAll();
  S.provideTexts(Sources);
  printWarnings(Args, S);
  printErrors(S.inputs(), Lowered, S.workingFolder(), Args.Verbose);

  Analysis Result;
  Result.Read = summarize(S.inputs(), Lowered);
  for (report::CheckInfo &C : checks::describeChecks())
    if (is_contained(Enabled, C.Name))
      Result.Checks.push_back(std::move(C));
  // An empty list of checks would mean all of them.
  if (Enabled.empty())
    return Result;
  const std::vector<const ir::Module *> Modules = S.allModules(Lowered);
  std::vector<std::string> ReadFiles;
  for (size_t I = 0; I != Lowered.size(); ++I)
    if (Lowered[I].Module)
      ReadFiles.push_back(S.inputs().Files[I]);
  Options->Sources = &Sources;
  Options->Jobs = Args.Jobs;
  Options->Contain = runContained;
  Options->Before = faultIfTested;
  std::vector<checks::Fault> Faults;
  std::vector<report::Finding> Said;
  const bool ShowsRepairs = showsRepairs(Args, S.settings());
  std::vector<report::Finding> Found =
      checks::runChecks(Modules, *Options, /*Statistics=*/nullptr, Args.WriteSites.empty() ? nullptr : &Result.Open,
                        &Faults, ShowsRepairs ? &Said : nullptr);
  addFaults(Faults, S.workingFolder(), Result.Read);
  report::SuppressionResult Heard = report::applySuppressions(std::move(Found), ReadFiles, Enabled, Sources);
  Result.Findings = std::move(Heard.Kept);
  Result.Useless = std::move(Heard.Useless);
  auto Wants = [&](const report::Finding &F) { return Wanted.wants(F); };
  // More repairs than this that break something in one file are not told apart.
  constexpr unsigned MaxRounds = 16;
  auto ProvideTexts = [&](report::SourceCache &To) { S.provideTexts(To); };
  auto LowerAgain = [&](ArrayRef<size_t> Files, const FileTexts &Texts) { return S.lowerAgain(Files, Texts); };
  if (ShowsRepairs) {
    const Analysed Before{Sources, ProvideTexts, LowerAgain, MaxRounds, Lowered, Modules, *Options, Said, Wants};
    keepSoundRepairs(Result.Findings, Before);
    askCallersOfProject(Result.Findings, Before, S);
  }
  if (Error E = S.allSettings().takeError())
    return E;
  return Result;
}

} // namespace devtidy::driver
