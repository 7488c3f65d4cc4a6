//===- CheckCommand.cpp - device-tidy check -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Analysis.h"
#include "driver/Commands.h"
#include "driver/Disk.h"
#include "driver/KeptRun.h"
#include "driver/Output.h"
#include "driver/OutputFiles.h"
#include "driver/RunEvidence.h"
#include "driver/Selection.h"
#include "report/Baseline.h"
#include "report/Fixes.h"
#include "report/ReadFile.h"
#include "report/Sink.h"
#include "report/Suppress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace devtidy::driver {
namespace {

Error failure(const Twine &Text) { return createStringError(inconvertibleErrorCode(), Text); }

/// Sources are none of what a run writes the same way twice.
Error replaceFiles(report::EditSet &Edits) {
  for (const std::string &Path : Edits.paths()) {
    disk::noteUnrepeatable();
    if (Error E = report::replaceFile(Path, Edits.newText(Path)))
      return E;
  }
  return Error::success();
}

/// "" if there is none.
std::string baselinePath(const CheckArgs &Args, const Session &S) {
  return Args.Baseline.empty() ? S.settings().Baseline : Args.Baseline;
}

/// What to do with the findings of one analysis.
class CheckRun {
public:
  CheckRun(const CheckArgs &Args, Session &S, const ToolPaths &Tool, report::SourceCache &Sources, Analysis Found);

  /// Applies repairs, the sure ones unless others are asked for; how many findings they remove.
  Expected<size_t> fix();
  /// Everything else. Fixed is what earlier analyses repaired.
  Expected<int> report(size_t Fixed);

private:
  Error useBaseline();
  Error writeBaseline();
  Error addNoqa();
  Error writeSites();
  Error useEvidence();
  Error print();
  int diff();
  void printStatistics(raw_ostream &Out) const;
  void printUseless();
  void printSummary(size_t Fixed) const;
  bool endsInSource() const;
  StringRef format() const;
  report::ReportContext context();
  int status() const;

  const CheckArgs &Args;
  Session &S;
  const ToolPaths &Tool;
  report::SourceCache &Sources;
  Analysis Found;
  std::vector<report::Finding> &Findings = Found.Findings;
  std::vector<report::Problem> Problems;
  std::map<std::string, std::string> Pages;
};

CheckRun::CheckRun(const CheckArgs &Args, Session &S, const ToolPaths &Tool, report::SourceCache &Sources, Analysis F)
    : Args(Args), S(S), Tool(Tool), Sources(Sources), Found(std::move(F)) {
  for (const SourceProblem &P : Found.Read.Failed)
    Problems.push_back({P.Path, P.Text});
}

report::ReportContext CheckRun::context() {
  report::ReportContext Context{Sources};
  Context.Checks = Found.Checks;
  Context.Problems = Problems;
  Context.Version = DT_VERSION;
  Context.InformationUri = DT_HOMEPAGE;
  Context.PagesUrl = S.settings().PagesUrl;
  Context.Root = S.workingFolder();
  Context.ExitStatus = status();
  Context.Colors = Args.OutputFile.empty() && outs().has_colors();
  Context.Verbose = Args.Verbose;
  Context.Page = [this](StringRef Check) -> StringRef {
    auto [Slot, New] = Pages.try_emplace(Check.str());
    if (New)
      Slot->second = readPage(Check, Tool);
    return Slot->second;
  };
  return Context;
}

int CheckRun::status() const {
  if (!Found.Read.Failed.empty())
    return CouldNot;
  return Findings.empty() || Args.ExitZero ? NoFinding : SomeFindings;
}

Error CheckRun::useBaseline() {
  const std::string Path = baselinePath(Args, S);
  if (Path.empty())
    return Error::success();
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path);
  if (!Buffer)
    return failure("cannot read the baseline " + Path + ": " + toString(Buffer.takeError()));
  Expected<report::Baseline> Old = report::Baseline::parse((*Buffer)->getBuffer());
  if (!Old)
    return failure(Path + ": " + toString(Old.takeError()));
  Findings = Old->onlyNew(std::move(Findings), context());
  return Error::success();
}

Error CheckRun::writeBaseline() {
  Output Out(Args.WriteBaseline);
  report::Baseline::of(Findings, context()).write(Out.stream());
  if (Error E = Out.finish())
    return E;
  if (!Args.Quiet)
    messages() << counted(Findings.size(), "finding") << " written to " << Args.WriteBaseline << '\n';
  Findings.clear();
  return Error::success();
}

Error CheckRun::addNoqa() {
  report::AddedSuppressions Added = report::addSuppressions(Findings, Sources);
  report::EditSet Edits(Sources);
  for (const report::Edit &E : Added.Edits)
    Edits.add(E);
  if (Error E = replaceFiles(Edits))
    return E;
  if (!Args.Quiet)
    messages() << counted(Findings.size() - Added.Untouched.size(), "finding") << " silenced\n";
  Findings = std::move(Added.Untouched);
  return Error::success();
}

Error CheckRun::writeSites() {
  Output Out(Args.WriteSites);
  driver::writeSites(Found.Open, Sources, S.workingFolder(), Out.stream());
  if (Error E = Out.finish())
    return E;
  if (!Args.Quiet)
    messages() << counted(Found.Open.size(), "undecided operation") << " written to " << Args.WriteSites << '\n';
  return Error::success();
}

Error CheckRun::useEvidence() {
  RunEvidence Seen;
  for (const std::string &Path : Args.Evidence)
    if (Error E = Seen.read(Path))
      return E;
  if (!Args.Evidence.empty())
    Seen.settle(Findings, Sources, S.workingFolder());
  return Error::success();
}

Expected<size_t> CheckRun::fix() {
  if (Error E = useBaseline())
    return E;
  report::EditSet Edits(Sources);
  report::AppliedFixes Applied = report::addFixes(Findings, Edits, Args.UnsafeFixes);
  if (Error E = replaceFiles(Edits))
    return E;
  return Applied.Fixed.size();
}

int CheckRun::diff() {
  report::EditSet Edits(Sources);
  report::addFixes(Findings, Edits, Args.UnsafeFixes);
  for (const std::string &Path : Edits.paths())
    Edits.writeDiff(Path, context().displayed(Path), output());
  if (!Found.Read.Failed.empty())
    return CouldNot;
  return Edits.paths().empty() || Args.ExitZero ? NoFinding : SomeFindings;
}

void CheckRun::printStatistics(raw_ostream &Out) const {
  std::map<std::string, size_t> Counts;
  for (const report::Finding &F : Findings)
    ++Counts[F.Check];
  std::vector<std::pair<std::string, size_t>> Sorted(Counts.begin(), Counts.end());
  llvm::stable_sort(Sorted, [](auto &A, auto &B) { return A.second > B.second; });
  for (auto &[Check, Count] : Sorted)
    Out << Count << '\t' << Check << '\n';
}

void CheckRun::printUseless() {
  for (const report::Note &N : Found.Useless)
    if (const report::SourceText *Text = Sources.get(N.Where.Path))
      printWarning(context().displayed(N.Where.Path) + ":" + std::to_string(Text->lineOf(N.Where.Point)) + ": " +
                   N.Text);
}

Error CheckRun::print() {
  Output Out(Args.OutputFile);
  if (Args.Statistics)
    printStatistics(Out.stream());
  else
    report::findSink(format())->Write(Findings, context(), Out.stream());
  return Out.finish();
}

StringRef CheckRun::format() const {
  const StringRef Named = Args.OutputFormat.empty() ? S.settings().OutputFormat : Args.OutputFormat;
  return Named.empty() ? "full" : Named;
}

/// True if the last that was printed on standard output is source.
bool CheckRun::endsInSource() const {
  return !Findings.empty() && Args.OutputFile.empty() && !Args.Statistics && format() == "full";
}

void CheckRun::printSummary(size_t Fixed) const {
  std::string Line = counted(Findings.size(), "finding") + " in " + counted(S.inputs().Files.size(), "file");
  if (Fixed)
    Line += ", " + std::to_string(Fixed) + " fixed";
  if (!Problems.empty())
    Line += "; " + counted(Problems.size(), "file") + " failed: " + Found.Read.shortList(S.workingFolder());
  // Behind the findings where both go to one place, and apart from the last line of source.
  outs().flush();
  messages() << (endsInSource() ? "\n" : "") << Line << '\n';
  if (Found.Read.lacksTorch())
    messages()
        << "device-tidy: note: PyTorch is not installed where device-tidy looks for it; --python names an interpreter "
           "that has it\n";
}

Expected<int> CheckRun::report(size_t Fixed) {
  if (Args.Verbose)
    printUseless();
  // What is read comes before what is written.
  if (Error E = useEvidence())
    return E;
  if (Args.WriteBaseline.empty())
    if (Error E = useBaseline())
      return E;
  if (!Args.WriteSites.empty())
    if (Error E = writeSites())
      return E;
  if (!Args.WriteBaseline.empty()) {
    if (Error E = writeBaseline())
      return E;
    return status();
  }
  if (Args.AddNoqa) {
    if (Error E = addNoqa())
      return E;
    return status();
  }
  if (Args.Diff)
    return diff();
  if (Error E = print())
    return E;
  if (!Args.Quiet)
    printSummary(Fixed);
  return status();
}

/// A baseline may be written over the one that was read. Before the files are read not all of them are known.
Error refuseOverwriting(const CheckArgs &Args, const Session &S, Transcript *Kept) {
  const std::string Old = baselinePath(Args, S);
  std::vector<std::string> Read = report::filesRead();
  erase(Read, Old);
  // What is named is not written, even if it turns out that nobody reads it.
  append_range(Read, S.inputs().Files);
  append_range(Read, Args.Paths);
  append_range(Read, Args.Evidence);
  Read.push_back(Args.StdinFilename);
  if (Kept && writesFiles(Args))
    Kept->guard(Read, Old);
  return refuseOverwriting(Args, Read, Old);
}

/// A repair can make room for the next one; more rounds than this would be two repairs that undo each other.
constexpr unsigned MaxFixRounds = 10;

} // namespace

static Expected<int> makeCheck(const CheckArgs &Args, const ToolPaths &Tool, Transcript *Kept) {
  size_t Fixed = 0;
  for (unsigned Round = 0;; ++Round) {
    Expected<std::unique_ptr<Session>> S = Session::open(Args, Tool);
    if (!S)
      return S.takeError();
    if (Args.ShowFiles) {
      for (const std::string &Path : (*S)->inputs().Files)
        outs() << shortPath(Path, (*S)->workingFolder()) << '\n';
      for (const SourceProblem &P : (*S)->inputs().Problems)
        errs() << shortPath(P.Path, (*S)->workingFolder()) << ": error: " << P.Text << '\n';
      return int((*S)->inputs().Problems.empty() ? NoFinding : CouldNot);
    }
    if (Error E = refuseOverwriting(Args, **S, Kept))
      return E;
    report::SourceCache Sources;
    Expected<Analysis> Found = analyze(Args, **S, Sources);
    if (!Found)
      return Found.takeError();
    if (Error E = refuseOverwriting(Args, **S, Kept))
      return E;
    CheckRun Run(Args, **S, Tool, Sources, std::move(*Found));
    if (Args.Fix && Round < MaxFixRounds) {
      Expected<size_t> Now = Run.fix();
      if (!Now)
        return Now.takeError();
      Fixed += *Now;
      if (*Now)
        continue;
    }
    return Run.report(Fixed);
  }
}

Expected<int> runCheck(const CheckArgs &Args, const ToolPaths &Tool) {
  if (std::string Why = Args.OutputFormat.empty() ? "" : explainUnknownFormat(Args.OutputFormat); !Why.empty())
    return failure(Why);
  if (Error E = refuseUnknownChecks(Args.Selection))
    return E;
  if (!Args.Worlds.empty())
    if (Expected<uint8_t> Bits = parseWorlds(Args.Worlds); !Bits)
      return Bits.takeError();
  if (!Args.StdinFilename.empty() && (Args.Fix || Args.AddNoqa))
    return failure("--fix and --add-noqa change files, and standard input is none; --diff prints the change");
  if (!KeptRun::isPossible(Args))
    return makeCheck(Args, Tool, nullptr);
  const Cache Store = Cache::openDefault();
  KeptRun Kept(Args, Tool.Root, Store);
  if (std::optional<Expected<int>> Status = Kept.tellAgain())
    return std::move(*Status);
  Transcript Told;
  Kept.listen();
  Expected<int> Status = makeCheck(Args, Tool, &Told);
  if (Status)
    Kept.keep(*Status, Told);
  return Status;
}

} // namespace devtidy::driver
