//===- ExplainCommand.cpp - device-tidy explain -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Analysis.h"
#include "driver/Commands.h"
#include "driver/ErrorMessage.h"
#include "knowledge/Messages.h"
#include "report/Fixes.h"
#include "report/ReadFile.h"
#include "report/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;

namespace devtidy::driver {
namespace {

/// What fits on a screen: the causes that come first, and the names of the rest; the findings that come first.
constexpr size_t MaxCauses = 4;
constexpr size_t MaxFindings = 3;

void printMeaning(const ErrorMessage &Message) {
  outs() << Message.Text << "\n  means: " << Message.Meaning << '\n';
  for (const std::string &Role : Message.Roles)
    outs() << "         " << Role << '\n';
}

/// What is left to say where the sources say nothing.
void printCauses(const ErrorMessage &Message) {
  ArrayRef<std::string> Likely = ArrayRef(Message.Checks).take_front(MaxCauses);
  if (!Likely.empty())
    outs() << "  likely" << (Likely.size() > 1 ? ", in this order:" : ":") << '\n';
  for (const std::string &Check : Likely) {
    StringRef Name = Check;
    Name.consume_front("device-");
    outs() << "    " << knowledge::causeFor(std::string_view(Name)) << " [" << Check << "]\n";
  }
  if (Message.Checks.size() > Likely.size())
    outs() << "  found by, too: " << join(ArrayRef(Message.Checks).drop_front(Likely.size()), ", ") << '\n';
}

/// The file of a frame on this machine: as it stands, or the longest end of the path that is below the working folder,
/// if the program ran elsewhere. "" if there is none.
std::string findHere(StringRef Path) {
  for (StringRef Rest = Path; !Rest.empty(); Rest = Rest.split('/').second)
    if (sys::fs::is_regular_file(Rest))
      return Rest.str();
  return {};
}

void makeAbsolute(Frame &F) {
  SmallString<128> Path(F.Path);
  if (sys::fs::make_absolute(Path))
    return;
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  F.Path = std::string(Path);
}

/// Recursion repeats frames by the thousand; what counts is how near to the error a place is.
void keepLast(std::vector<Frame> &Frames) {
  std::set<std::pair<StringRef, unsigned>> Known;
  std::vector<Frame> Kept;
  for (const Frame &F : reverse(Frames))
    if (Known.insert({F.Path, F.Line}).second)
      Kept.push_back(F);
  Frames.assign(Kept.rbegin(), Kept.rend());
}

bool standsAt(const report::Place &P, const Frame &F, report::SourceCache &Sources) {
  if (P.Path != F.Path)
    return false;
  const report::SourceText *Text = Sources.get(P.Path);
  return Text && Text->lineOf(P.Begin) <= F.Line && F.Line <= Text->lineOf(P.End);
}

bool isAboutFrames(const report::Finding &F, ArrayRef<Frame> Frames, report::SourceCache &Sources) {
  return any_of(Frames, [&](const Frame &At) {
    return standsAt(F.Where, At, Sources) ||
           any_of(F.Notes, [&](const report::Note &N) { return standsAt(N.Where, At, Sources); });
  });
}

/// The repairs of the findings as one patch, those that are not sure, too: nothing is applied.
void printRepairs(ArrayRef<report::Finding> Findings, const report::ReportContext &Context) {
  report::EditSet Edits(Context.Sources);
  for (const report::Finding &F : Findings)
    for (const report::Fix &Repair : F.Fixes)
      if (Edits.add(Repair.Edits))
        break;
  for (const std::string &Path : Edits.paths())
    Edits.writeDiff(Path, Context.displayed(Path), outs());
}

/// How near a finding is to the error: the check that explains it best first, then the operation itself before what
/// only leads to it, then the innermost frame.
size_t distance(const report::Finding &F, ArrayRef<Frame> Frames, ArrayRef<std::string> Checks,
                report::SourceCache &Sources) {
  const size_t Rank = find(Checks, F.Check) - Checks.begin();
  size_t Depth = Frames.size();
  for (size_t I = 0; I != Frames.size(); ++I)
    if (standsAt(F.Where, Frames[I], Sources))
      Depth = Frames.size() - 1 - I;
  return Depth * (Checks.size() + 1) + Rank;
}

/// Prints what the checks say of the sources: those that stand at a frame, if any do.
Expected<int> printFindings(CheckArgs Args, std::vector<Frame> Frames, const ErrorMessage *Message,
                            const ToolPaths &Tool) {
  const std::vector<std::string> Checks = Message ? Message->Checks : std::vector<std::string>();
  Args.Selection.Select = Checks;
  Args.Selection.Level = 3;
  Expected<std::unique_ptr<Session>> S = Session::open(Args, Tool);
  if (!S)
    return S.takeError();
  report::SourceCache Sources;
  Expected<Analysis> Found = analyze(Args, **S, Sources);
  if (!Found)
    return Found.takeError();
  std::vector<report::Finding> There;
  copy_if(Found->Findings, std::back_inserter(There),
          [&](const report::Finding &F) { return isAboutFrames(F, Frames, Sources); });
  if (There.empty() && Message)
    printCauses(*Message);
  outs() << '\n';
  if (!Frames.empty() && There.empty())
    outs() << "no finding at the lines of the traceback"
           << (Found->Findings.empty() ? ", nor elsewhere in these files\n" : "; elsewhere in these files:\n");
  else if (Found->Findings.empty())
    outs() << "no finding in the sources\n";
  report::ReportContext Context{Sources};
  Context.Checks = Found->Checks;
  Context.Version = DT_VERSION;
  Context.Root = (*S)->workingFolder();
  Context.Colors = outs().has_colors();
  Context.Verbose = Args.Verbose;
  std::vector<report::Finding> Shown = There.empty() ? Found->Findings : There;
  stable_sort(Shown, [&](const report::Finding &A, const report::Finding &B) {
    return distance(A, Frames, Checks, Sources) < distance(B, Frames, Checks, Sources);
  });
  const size_t Rest = Shown.size() - std::min(Shown.size(), MaxFindings);
  Shown.resize(Shown.size() - Rest);
  report::findSink("full")->Write(Shown, Context, outs());
  printRepairs(Shown, Context);
  if (Rest)
    outs() << Rest << (Rest == 1 ? " more finding" : " more findings") << ": device-tidy check --level 3\n";
  return int(Found->Read.Failed.empty() ? NoFinding : CouldNot);
}

} // namespace

Expected<int> runExplain(const CheckArgs &Args, const ToolPaths &Tool) {
  StringRef From = Args.Paths.empty() ? StringRef("-") : StringRef(Args.Paths.front());
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = From == "-" ? report::readStandardInput() : report::readFile(From);
  if (!Buffer)
    return createStringError(inconvertibleErrorCode(), "cannot read " + (From == "-" ? "standard input" : From) + ": " +
                                                           toString(Buffer.takeError()));
  StringRef Text = (*Buffer)->getBuffer();

  std::optional<ErrorMessage> Message = findErrorMessage(Text);
  CheckArgs Sources = Args;
  if (!Sources.Paths.empty())
    Sources.Paths.erase(Sources.Paths.begin());
  bool Named = !Sources.Paths.empty();
  std::vector<Frame> Frames;
  StringMap<std::string> Here; // a log names a file many times
  for (Frame &F : findFrames(Text)) {
    auto [Known, New] = Here.try_emplace(F.Path);
    if (New)
      Known->second = findHere(F.Path);
    F.Path = Known->second;
    if (F.Path.empty())
      continue;
    if (!Named && !is_contained(Sources.Paths, F.Path))
      Sources.Paths.push_back(F.Path);
    makeAbsolute(F);
    Frames.push_back(std::move(F));
  }
  keepLast(Frames);
  if (!Message && Frames.empty())
    return createStringError(inconvertibleErrorCode(), "no error about devices in " +
                                                           (From == "-" ? "standard input" : From) +
                                                           "; expected is what PyTorch printed");
  if (Message)
    printMeaning(*Message);
  if (Sources.Paths.empty() || (Message && Message->Checks.empty())) {
    if (Message)
      printCauses(*Message);
    return int(NoFinding);
  }
  return printFindings(std::move(Sources), std::move(Frames), Message ? &*Message : nullptr, Tool);
}

} // namespace devtidy::driver
