//===- DeviceCheck.cpp - Any of our checks, as clang-tidy sees it ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/tidy/DeviceCheck.h"
#include "checks/Check.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"

namespace devtidy::driver {

using clang::ast_matchers::MatchFinder;
using clang::tidy::ClangTidyContext;
using clang::tidy::ClangTidyOptions;

DeviceCheck::DeviceCheck(llvm::StringRef Name, ClangTidyContext *Host, std::shared_ptr<UnitAnalysis> Unit)
    : ClangTidyCheck(Name, Host), Name(Name), Shared("device-tidy", Host->getOptions().CheckOptions, Host),
      Unit(std::move(Unit)) {
  checks::RunOptions &Run = this->Unit->Options;
  Run.Enabled.push_back(this->Name);
  // An editor shows findings while code is being written: only what is certain to matter.
  Run.Level = Shared.get("Level", areDiagsSelfContained() ? 1 : 2);
  this->Unit->ProjectRoot = Shared.get("ProjectRoot", "").str();
  if (const checks::Check *C = checks::findCheck(Name))
    for (const checks::Option &O : C->Options)
      Run.CheckOptions[(Name + "." + O.Name).str()] = Options.get(O.Name, O.Default);
}

void DeviceCheck::storeOptions(ClangTidyOptions::OptionMap &Map) {
  Shared.store(Map, "Level", Unit->Options.Level);
  Shared.store(Map, "ProjectRoot", Unit->ProjectRoot);
  if (const checks::Check *C = checks::findCheck(Name))
    for (const checks::Option &O : C->Options)
      Options.store(Map, O.Name, Unit->Options.CheckOptions[(Name + "." + O.Name).str()]);
}

void DeviceCheck::registerPPCallbacks(const clang::SourceManager &, clang::Preprocessor *P, clang::Preprocessor *) {
  Unit->setPreprocessor(*P);
}

namespace {
AST_MATCHER_P(clang::Decl, isFirstOf, const UnitAnalysis *, Unit) { return !Unit->context(); }
} // namespace

void DeviceCheck::registerMatchers(MatchFinder *Finder) {
  using namespace clang::ast_matchers;
  // A check without a matcher is not told about the end of the unit. This one is tried on a single node.
  Finder->addMatcher(translationUnitDecl(), this);
  // clangd never visits the translation unit itself, only the declarations of the main file.
  if (areDiagsSelfContained() && Unit->claimSearch())
    Finder->addMatcher(decl(isFirstOf(Unit.get())), this);
}

void DeviceCheck::check(const MatchFinder::MatchResult &Result) { Unit->setContext(*Result.Context); }

void DeviceCheck::report(const frontend::BridgedLine &Line, clang::DiagnosticIDs::Level Level) {
  // The text may contain '%', so it is an argument and not the format.
  clang::DiagnosticBuilder Builder = diag(Line.Location, "%0", Level);
  Builder << Line.Text;
  // An editor has no caret: it marks the range if there is one, else the token at the location, which is where the
  // other surfaces say that the finding stands.
  if (Line.Range.isValid() && !areDiagsSelfContained())
    Builder << Line.Range;
  for (const clang::FixItHint &Edit : Line.Edits)
    Builder << Edit;
}

void DeviceCheck::onEndOfTranslationUnit() {
  const auto Where = areDiagsSelfContained() ? frontend::SureFix::OnNote : frontend::SureFix::OnWarning;
  for (const report::Finding &F : Unit->findingsOf(Name)) {
    std::optional<frontend::BridgedFinding> Bridged = frontend::bridge(F, Unit->context()->getSourceManager(), Where);
    if (!Bridged)
      continue;
    report(Bridged->Warning, clang::DiagnosticIDs::Warning);
    for (const frontend::BridgedLine &Note : Bridged->Notes)
      report(Note, clang::DiagnosticIDs::Note);
  }
}

} // namespace devtidy::driver
