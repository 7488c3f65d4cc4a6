//===- DeviceCheck.h - Any of our checks, as clang-tidy sees it -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One object stands for one check in one translation unit. It matches nothing itself: at the end of the unit it takes
// its findings from the shared analysis and reports them, so that -checks, NOLINT, WarningsAsErrors, HeaderFilter and
// --fix work as they do for every other check.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_TIDY_DEVICECHECK_H
#define DEVTIDY_DRIVER_TIDY_DEVICECHECK_H

#include "clang-tidy/ClangTidyCheck.h"
#include "driver/tidy/UnitAnalysis.h"
#include "frontend/clang/Bridge.h"

namespace devtidy::driver {

class DeviceCheck : public clang::tidy::ClangTidyCheck {
public:
  DeviceCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Host, std::shared_ptr<UnitAnalysis> Unit);

  bool isLanguageVersionSupported(const clang::LangOptions &Language) const override { return Language.CPlusPlus; }
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Map) override;
  void registerPPCallbacks(const clang::SourceManager &Sources, clang::Preprocessor *P,
                           clang::Preprocessor *Expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
  void onEndOfTranslationUnit() override;

private:
  void report(const frontend::BridgedLine &Line, clang::DiagnosticIDs::Level Level);

  std::string Name;
  OptionsView Shared; ///< "device-tidy.Level" and the like: what all our checks have in common
  std::shared_ptr<UnitAnalysis> Unit;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_TIDY_DEVICECHECK_H
