//===- RunEvidence.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/RunEvidence.h"
#include "driver/Disk.h"
#include "report/ReadFile.h"
#include "report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// One name for a file, however it was reached.
std::string canonical(StringRef Path, StringRef Folder) {
  SmallString<256> Absolute(Path);
  sys::path::make_absolute(Folder, Absolute);
  sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return disk::realPath(Absolute).value_or(Absolute.str().str());
}

/// True for checks of operations that instrumented code looks at.
bool isSettledByRuns(StringRef Check) {
  return StringSwitch<bool>(Check)
      .Cases({"device-mixed-operands", "device-index-mismatch", "device-generator-mismatch"}, true)
      .Cases({"device-cpu-only-argument", "device-host-access"}, true)
      .Default(false);
}

/// True for a name in quotes, or one of a member: nothing that is computed.
bool isVariable(StringRef Name) {
  return Name.consume_front("'") && Name.consume_back("'") && !Name.empty() &&
         all_of(Name, [](char C) { return isAlnum(C) || C == '_' || C == '.'; });
}

} // namespace

void writeSites(ArrayRef<checks::OpenSite> Sites, report::SourceCache &Sources, StringRef Folder, raw_ostream &Out) {
  json::OStream J(Out, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", 1);
    J.attributeArray("sites", [&] {
      for (const checks::OpenSite &S : Sites) {
        const report::SourceText *Text = Sources.get(S.Where.Path);
        if (!Text)
          continue;
        report::LineColumn At = Text->inBytes(S.Where.Point);
        J.object([&] {
          J.attribute("path", json::fixUTF8(canonical(S.Where.Path, Folder)));
          J.attribute("line", At.Line);
          J.attribute("column", At.Column);
          J.attribute("check", S.Check);
          J.attribute("operation", json::fixUTF8(S.Operation));
          J.attribute("function", json::fixUTF8(S.Function));
        });
      }
    });
  });
  Out << '\n';
}

Error RunEvidence::read(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = report::readFile(Path);
  if (!Buffer)
    return createStringError(inconvertibleErrorCode(),
                             "cannot read the evidence " + Path + ": " + toString(Buffer.takeError()));
  StringRef Rest = (*Buffer)->getBuffer();
  for (unsigned Number = 1; !Rest.empty(); ++Number) {
    StringRef Text;
    std::tie(Text, Rest) = Rest.split('\n');
    if (Text.trim().empty())
      continue;
    if (Error E = readLine(Text)) {
      consumeError(std::move(E));
      return createStringError(inconvertibleErrorCode(),
                               Path + ":" + Twine(Number) + ": not a line that a run has written");
    }
  }
  return Error::success();
}

Error RunEvidence::readLine(StringRef Text) {
  Error Wrong = createStringError(inconvertibleErrorCode(), "");
  Expected<json::Value> Parsed = report::parseJson(Text);
  if (!Parsed)
    return joinErrors(std::move(Wrong), Parsed.takeError());
  const json::Object *O = Parsed->getAsObject();
  const json::Array *Operands = O ? O->getArray("operands") : nullptr;
  auto Path = O ? O->getString("path") : std::nullopt;
  auto LineNumber = O ? O->getInteger("line") : std::nullopt;
  if (!Path || !LineNumber || !Operands)
    return Wrong;
  Seen S{static_cast<unsigned>(O->getInteger("column").value_or(0)), O->getString("check").value_or("").str(), {}};
  for (const json::Value &V : *Operands)
    if (const json::Object *Operand = V.getAsObject()) {
      const std::string Called = Operand->getString("name").value_or("the operand").str();
      auto Number = [&](StringRef Key) { return static_cast<int>(Operand->getInteger(Key).value_or(-1)); };
      // Python calls operands as the source does.
      const std::optional<StringRef> Variable = Operand->getString("variable");
      S.Operands.push_back(
          {Called,
           Operand->getString("device").value_or("unknown").str(),
           {Variable ? report::wording::quoted(*Variable, "") : Called, Number("position"), Number("row")}});
    }
  All[{canonical(*Path, ""), static_cast<unsigned>(*LineNumber)}].push_back(std::move(S));
  consumeError(std::move(Wrong));
  return Error::success();
}

std::vector<std::string> RunEvidence::Seen::say() const {
  std::vector<std::string> Result;
  for (const SeenOperand &O : Operands)
    Result.push_back(report::wording::onDevice(O.Called, O.Device));
  return Result;
}

const RunEvidence::SeenOperand *RunEvidence::Seen::find(const report::Operand &Wanted) const {
  for (const SeenOperand &O : Operands)
    if (O.Which.Name == Wanted.Name && isVariable(Wanted.Name))
      return &O;
  for (const SeenOperand &O : Operands)
    if (Wanted.Position >= 0 && O.Which.Position == Wanted.Position && O.Which.Row == Wanted.Row)
      return &O;
  return nullptr;
}

bool RunEvidence::Seen::isOfOthers(ArrayRef<report::Operand> Found) const {
  if (Found.size() != 2)
    return false;
  const SeenOperand *First = find(Found[0]), *Second = find(Found[1]);
  auto IsAnother = [](const SeenOperand *O, const report::Operand &Wanted) {
    return O && O->Which.Name != Wanted.Name && isVariable(O->Which.Name) && isVariable(Wanted.Name);
  };
  if (IsAnother(First, Found[0]) || IsAnother(Second, Found[1]))
    return true;
  return First && Second && First != Second && First->Device == Second->Device;
}

void RunEvidence::settle(std::vector<report::Finding> &Findings, report::SourceCache &Sources, StringRef Folder) const {
  for (report::Finding &F : Findings)
    if (!F.Certain && isSettledByRuns(F.Check))
      settle(F, Sources, Folder);
}

void RunEvidence::settle(report::Finding &F, report::SourceCache &Sources, StringRef Folder) const {
  const report::Place &Where = F.Operation.Path.empty() ? F.Where : F.Operation;
  const report::SourceText *Text = Sources.get(Where.Path);
  if (!Text)
    return;
  report::LineColumn At = Text->inBytes(Where.Point);
  const Seen *Failed = nullptr, *Other = nullptr, *Well = nullptr;
  if (auto Found = All.find({canonical(Where.Path, Folder), At.Line}); Found != All.end())
    for (const Seen &S : Found->second) {
      if (S.Column && S.Column != At.Column)
        continue;
      if (S.Check == F.Check && S.isOfOthers(F.Operands))
        Other = Other ? Other : &S;
      else if (S.Check == F.Check)
        Failed = Failed ? Failed : &S;
      else if (S.Check.empty())
        Well = Well ? Well : &S;
    }
  using namespace report;
  F.ByRun = Failed ? Settled::Confirmed : Well || Other ? Settled::Refuted : Settled::NotReached;
  F.Notes.push_back({Where, Failed  ? wording::confirmed(Failed->say())
                            : Other ? wording::refutedByOther(Other->say())
                            : Well  ? wording::refuted(Well->say())
                                    : wording::notReached().str()});
}

} // namespace devtidy::driver
