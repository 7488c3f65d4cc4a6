//===- Selection.h - Which findings are wanted --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_SELECTION_H
#define DEVTIDY_DRIVER_SELECTION_H

#include "checks/Run.h"
#include "driver/Args.h"
#include "driver/ProjectSettings.h"
#include "report/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace devtidy::driver {

/// "; did you mean 'select'?" if one of Known is close to Name, else "".
std::string didYouMean(llvm::StringRef Name, llvm::ArrayRef<llvm::StringLiteral> Known);
std::string didYouMean(llvm::StringRef Name, llvm::ArrayRef<llvm::StringRef> Known);

/// Why Pattern selects nothing ("unknown check 'x'; did you mean 'y'?"), or "" if it is the name of a check, with or
/// without "device-", or a glob that matches one.
std::string explainUnknownCheck(llvm::StringRef Pattern);
std::string explainUnknownFormat(llvm::StringRef Name);

/// "cpu", "gpu,multi", "all".
llvm::Expected<uint8_t> parseWorlds(llvm::StringRef Text);

/// What the command line and the settings select together. The command line wins.
class Selection {
public:
  /// S outlives it. Patterns must be known ones (explainUnknownCheck).
  Selection(llvm::ArrayRef<std::string> Select, llvm::ArrayRef<std::string> Ignore, int Level, const Settings &S);

  /// Full names of the checks to run.
  const std::vector<std::string> &enabled() const { return Enabled; }
  /// The level that the analysis must go to: that of a check that was selected by its name counts.
  int levelToRun() const;
  /// Whether the finding is wanted, by level and per-file ignores.
  bool wants(const report::Finding &F) const;
  /// The same as JSON, for the watch over a Python program: {"levels": {"device-x": 3}, "folder": "/project",
  /// "ignored": [["tests/**", ["device-x"]]]}. A check that is not in levels is not wanted.
  std::string json() const;

private:
  bool isNamed(llvm::StringRef Check) const;

  std::vector<std::string> Select, Enabled;
  int Level;
  const Settings &Project;
};

/// What a command line selects is known; the error is one line.
llvm::Error refuseUnknownChecks(const SelectionArgs &Args);

/// The selection of a command, whose names must be known; the error is one line. The selection refers to S.
llvm::Expected<Selection> select(const SelectionArgs &Args, const Settings &S, int DefaultLevel);

/// The selections of the files of a run, each by the settings of its folder.
class Selections {
public:
  /// The error is one line. All of them that are known of are looked at now.
  static llvm::Expected<Selections> open(const SelectionArgs &Args, ProjectSettings &Project, int DefaultLevel);

  /// The checks that somebody wants, and how far the analysis must go for them.
  std::vector<std::string> enabled() const;
  int levelToRun() const;
  /// Not from several threads at once.
  bool wants(const report::Finding &F);

private:
  Selections(const SelectionArgs &Args, ProjectSettings &Project, int DefaultLevel)
      : Args(Args), Project(Project), DefaultLevel(DefaultLevel) {}
  llvm::Error add(const Settings &S);

  const SelectionArgs &Args;
  ProjectSettings &Project;
  int DefaultLevel;
  std::map<const Settings *, Selection> BySettings;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_SELECTION_H
