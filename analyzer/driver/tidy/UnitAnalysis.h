//===- UnitAnalysis.h - One solution for all checks of a unit -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clang-tidy makes one object per check; the analysis solves a translation unit once for all of them. A UnitAnalysis
// is what those objects share: it collects the names of the enabled checks, lowers and solves at the first question,
// and hands each check its own findings.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_TIDY_UNITANALYSIS_H
#define DEVTIDY_DRIVER_TIDY_UNITANALYSIS_H

#include "checks/Run.h"
#include "driver/tidy/UnitReader.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace clang {
class ASTContext;
}
namespace clang::tidy {
class ClangTidyContext;
}

namespace devtidy::driver {

/// Belongs to one translation unit, and so to one thread.
class UnitAnalysis {
public:
  /// What the checks of the unit are run with. Enabled grows until the first call of findingsOf.
  checks::RunOptions Options;
  /// Bodies outside this folder are not analysed. Empty: the folder is found from the main file.
  std::string ProjectRoot;

  /// The first context stays: a unit has one.
  void setContext(clang::ASTContext &C);
  clang::ASTContext *context() const { return Context; }
  /// The one that reads the unit, before it does. Without it no repair is offered.
  void setPreprocessor(clang::Preprocessor &P);

  /// True once: for the check that looks for the context on behalf of all.
  bool claimSearch() { return !std::exchange(SearchClaimed, true); }

  /// In source order. Empty if no declaration of the unit was seen.
  std::vector<report::Finding> findingsOf(llvm::StringRef Check);

private:
  void keepSoundRepairs(std::unique_ptr<ir::Module> Unit, report::SourceCache &Texts,
                        llvm::ArrayRef<report::Finding> Said);

  clang::ASTContext *Context = nullptr;
  std::optional<UnitReader> Reader;
  bool SearchClaimed = false;
  std::optional<std::vector<report::Finding>> Findings;
};

/// Finds the UnitAnalysis of the checks that one host context is creating. clangd creates checks on several threads.
class UnitAnalyses {
public:
  /// The analysis lives as long as the checks that hold it, so that the next unit of the same host gets a new one.
  std::shared_ptr<UnitAnalysis> of(const clang::tidy::ClangTidyContext *Host);

private:
  std::mutex Mutex;
  std::map<const clang::tidy::ClangTidyContext *, std::weak_ptr<UnitAnalysis>> Live;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_TIDY_UNITANALYSIS_H
