//===- Selection.cpp - Which findings are wanted ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Selection.h"
#include "checks/Check.h"
#include "driver/GitIgnore.h"
#include "driver/ProjectFiles.h"
#include "report/Directive.h"
#include "report/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {
namespace {

/// "mixed-operands" means "device-mixed-operands"; "ALL" is ruff's word.
bool matches(StringRef Pattern, StringRef Check) {
  StringRef Short = Check;
  Short.consume_front("device-");
  return Pattern == Check || Pattern == Short || Pattern == "ALL" || report::matchesGlob(Pattern, Check);
}

bool matchesAny(ArrayRef<std::string> Patterns, StringRef Check) {
  return any_of(Patterns, [&](StringRef P) { return matches(P, Check); });
}

template <typename Names> std::string nearest(StringRef Name, const Names &Known) {
  StringRef Best;
  unsigned BestDistance = unsigned(Name.size()) / 3 + 1;
  for (StringRef K : Known)
    if (unsigned D = Name.edit_distance(K); D < BestDistance) {
      Best = K;
      BestDistance = D;
    }
  return Best.empty() ? "" : ("; did you mean '" + Best + "'?").str();
}

} // namespace

std::string didYouMean(StringRef Name, ArrayRef<StringLiteral> Known) { return nearest(Name, Known); }
std::string didYouMean(StringRef Name, ArrayRef<StringRef> Known) { return nearest(Name, Known); }

std::string explainUnknownCheck(StringRef Pattern) {
  std::vector<StringRef> Names;
  for (const checks::Check *C : checks::allChecks()) {
    if (matches(Pattern, C->Name))
      return "";
    Names.push_back(C->Name);
  }
  std::string Full = Pattern.starts_with("device-") ? Pattern.str() : ("device-" + Pattern).str();
  std::string Guess = nearest(Full, Names);
  return ("unknown check '" + Pattern + "'" + (Guess.empty() ? "; 'device-tidy rule' lists all" : Guess)).str();
}

std::string explainUnknownFormat(StringRef Name) {
  if (report::findSink(Name))
    return "";
  std::string All;
  for (const report::Sink &S : report::allSinks())
    All += (All.empty() ? "" : ", ") + S.Name.str();
  return ("unknown output format '" + Name + "'; there are " + All).str();
}

Expected<uint8_t> parseWorlds(StringRef Text) {
  uint8_t Bits = 0;
  SmallVector<StringRef> Names;
  Text.split(Names, ',');
  for (StringRef Name : Names) {
    uint8_t World = StringSwitch<uint8_t>(Name.trim())
                        .Case("cpu", report::WorldCpu)
                        .Case("gpu", report::WorldGpu)
                        .Case("multi", report::WorldMulti)
                        .Case("all", report::AllWorlds)
                        .Default(0);
    if (!World)
      return createStringError(inconvertibleErrorCode(),
                               "unknown world '" + Name.trim() + "'; there are cpu, gpu, multi and all");
    Bits |= World;
  }
  return Bits;
}

Selection::Selection(ArrayRef<std::string> Selected, ArrayRef<std::string> Ignore, int Level, const Settings &S)
    : Select(Selected.vec()), Level(Level), Project(S) {
  for (const checks::Check *C : checks::allChecks())
    if ((Select.empty() || matchesAny(Select, C->Name)) && !matchesAny(Ignore, C->Name))
      Enabled.push_back(C->Name.str());
}

bool Selection::isNamed(StringRef Check) const {
  StringRef Short = Check;
  Short.consume_front("device-");
  return is_contained(Select, Check) || is_contained(Select, Short);
}

int Selection::levelToRun() const {
  int Result = Level;
  for (StringRef Name : Enabled)
    if (isNamed(Name))
      // Evidence can raise the level of a finding above that of its check.
      Result = 3;
  return Result;
}

bool Selection::wants(const report::Finding &F) const {
  if (!is_contained(Enabled, F.Check) || (F.Level > Level && !isNamed(F.Check)))
    return false;
  std::string Path = normalPath(F.Where.Path);
  StringRef Relative = Path;
  if (!Project.PerFileFolder.empty())
    Relative.consume_front(Project.PerFileFolder);
  Relative = Relative.ltrim('/');
  for (const Settings::PerFile &P : Project.PerFileIgnores)
    if ((matchesPathGlob(P.Glob, Relative) || matchesPathGlob(P.Glob, sys::path::filename(Relative))) &&
        matchesAny(P.Checks, F.Check))
      return false;
  return true;
}

std::string Selection::json() const {
  json::Object Levels;
  for (const std::string &Name : Enabled)
    Levels[Name] = isNamed(Name) ? 3 : Level;
  json::Array Ignored;
  for (const Settings::PerFile &P : Project.PerFileIgnores) {
    json::Array Names;
    for (const std::string &Name : Enabled)
      if (matchesAny(P.Checks, Name))
        Names.push_back(Name);
    Ignored.push_back(json::Array{P.Glob, std::move(Names)});
  }
  std::string Text;
  raw_string_ostream(Text) << json::Value(
      json::Object{{"levels", std::move(Levels)}, {"folder", Project.PerFileFolder}, {"ignored", std::move(Ignored)}});
  return Text;
}

Error refuseUnknownChecks(const SelectionArgs &Args) {
  for (const std::vector<std::string> *Names : {&Args.Select, &Args.Ignore})
    for (const std::string &Name : *Names)
      if (std::string Why = explainUnknownCheck(Name); !Why.empty())
        return createStringError(inconvertibleErrorCode(), Why);
  return Error::success();
}

Expected<Selection> select(const SelectionArgs &Args, const Settings &S, int DefaultLevel) {
  if (Error E = refuseUnknownChecks(Args))
    return E;
  std::vector<std::string> Ignored = Args.Ignore;
  append_range(Ignored, S.Ignore);
  return Selection(Args.Select.empty() ? S.Select : Args.Select, Ignored,
                   Args.Level.value_or(S.Level.value_or(DefaultLevel)), S);
}

Error Selections::add(const Settings &S) {
  if (BySettings.count(&S))
    return Error::success();
  Expected<Selection> New = select(Args, S, DefaultLevel);
  if (!New)
    return New.takeError();
  BySettings.emplace(&S, std::move(*New));
  return Error::success();
}

Expected<Selections> Selections::open(const SelectionArgs &Args, ProjectSettings &Project, int DefaultLevel) {
  Selections Result(Args, Project, DefaultLevel);
  for (const Settings *S : Project.all())
    if (Error E = Result.add(*S))
      return E;
  return Result;
}

std::vector<std::string> Selections::enabled() const {
  std::vector<std::string> Result;
  for (const checks::Check *C : checks::allChecks())
    if (any_of(BySettings, [&](const auto &Entry) { return is_contained(Entry.second.enabled(), C->Name); }))
      Result.push_back(C->Name.str());
  return Result;
}

int Selections::levelToRun() const {
  int Result = 1;
  for (const auto &[S, Wanted] : BySettings)
    Result = std::max(Result, Wanted.levelToRun());
  return Result;
}

bool Selections::wants(const report::Finding &F) {
  const Settings &S = Project.of(normalPath(F.Where.Path));
  // Of the first ones the words of the command line were found to be right.
  cantFail(add(S));
  return BySettings.at(&S).wants(F);
}

} // namespace devtidy::driver
