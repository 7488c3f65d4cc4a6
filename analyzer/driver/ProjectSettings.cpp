//===- ProjectSettings.cpp - The settings of each folder ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/ProjectSettings.h"
#include "driver/Inputs.h"
#include "driver/ProjectFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace devtidy::driver {

const ProjectSettings::Level *ProjectSettings::addLevel(Settings Plain, StringMap<std::string> Tidy) {
  Levels.push_back(std::make_unique<Level>());
  Level &New = *Levels.back();
  New.Plain = std::move(Plain);
  New.Tidy = std::move(Tidy);
  New.Both = New.Plain;
  // Our own settings win where both speak.
  for (const auto &Option : New.Tidy)
    New.Both.CheckOptions.try_emplace(Option.getKey(), Option.getValue());
  return &New;
}

Expected<const ProjectSettings::Level *> ProjectSettings::levelOf(StringRef Folder) {
  if (auto Known = ByFolder.find(Folder); Known != ByFolder.end())
    return Known->second;
  const StringRef Parent = sys::path::parent_path(Folder);
  const Level *Above = nullptr;
  if (!Parent.empty()) {
    Expected<const Level *> Found = levelOf(Parent);
    if (!Found)
      return Found;
    Above = *Found;
  }
  Expected<std::optional<Settings>> Own = settingsIn(Folder);
  if (!Own)
    return Own.takeError();
  Expected<std::optional<StringMap<std::string>>> Tidy = clangTidyOptionsIn(Folder);
  if (!Tidy)
    return Tidy.takeError();
  const Level *Result = Above;
  if (*Own || *Tidy || !Above)
    Result = addLevel(*Own    ? std::move(**Own)
                      : Above ? Above->Plain
                              : Settings(),
                      *Tidy   ? std::move(**Tidy)
                      : Above ? Above->Tidy
                              : StringMap<std::string>());
  ByFolder[Folder] = Result;
  return Result;
}

/// The options of the nearest .clang-tidy.
static Expected<StringMap<std::string>> nearestClangTidy(StringRef Start) {
  for (StringRef Folder = Start; !Folder.empty(); Folder = sys::path::parent_path(Folder)) {
    Expected<std::optional<StringMap<std::string>>> Tidy = clangTidyOptionsIn(Folder);
    if (!Tidy)
      return Tidy.takeError();
    if (*Tidy)
      return std::move(**Tidy);
  }
  return StringMap<std::string>();
}

Expected<std::unique_ptr<ProjectSettings>> ProjectSettings::open(StringRef Start, StringRef Config, bool Isolated) {
  std::unique_ptr<ProjectSettings> Result(new ProjectSettings);
  const Level *First = nullptr;
  if (Isolated) {
    First = Result->addLevel({}, {});
  } else if (!Config.empty()) {
    Expected<Settings> Named = readSettings(normalPath(Config));
    if (!Named)
      return Named.takeError();
    Expected<StringMap<std::string>> Tidy = nearestClangTidy(Start);
    if (!Tidy)
      return Tidy.takeError();
    First = Result->addLevel(std::move(*Named), std::move(*Tidy));
  } else {
    Expected<const Level *> Nearest = Result->levelOf(Start);
    if (!Nearest)
      return Nearest.takeError();
    First = *Nearest;
  }
  Result->IsOne = Isolated || !Config.empty();
  Result->Run = &First->Both;
  Result->Told.push_back(Result->Run);
  return Result;
}

const Settings &ProjectSettings::of(StringRef File) {
  if (IsOne)
    return *Run;
  std::lock_guard Guard(Lock);
  Expected<const Level *> Found = levelOf(sys::path::parent_path(File));
  if (!Found) {
    std::string Text = toString(Found.takeError());
    if (Why.empty())
      Why = std::move(Text);
    return *Run;
  }
  const Settings *Result = &(*Found)->Both;
  if (!is_contained(Told, Result))
    Told.push_back(Result);
  return *Result;
}

std::vector<const Settings *> ProjectSettings::all() const {
  std::lock_guard Guard(Lock);
  return Told;
}

bool ProjectSettings::isNamed(StringRef Path) {
  const Settings &S = of(Path);
  return driver::isNamed(Path, S.Exclude, S.ExcludeFolder);
}

bool ProjectSettings::isLeftOut(StringRef Path) {
  for (StringRef Part = Path; Part.size() > 1; Part = sys::path::parent_path(Part)) {
    const Settings &S = of(Part);
    if (Part.size() > S.Folder.size() && driver::isNamed(Part, S.Exclude, S.ExcludeFolder))
      return true;
  }
  return false;
}

Error ProjectSettings::takeError() {
  std::lock_guard Guard(Lock);
  std::string Text = std::move(Why);
  Why.clear();
  return Text.empty() ? Error::success() : createStringError(inconvertibleErrorCode(), Text);
}

} // namespace devtidy::driver
