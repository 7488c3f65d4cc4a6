//===- UnitAnalysis.cpp - One solution for all checks of a unit -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/tidy/UnitAnalysis.h"
#include "frontend/clang/Lower.h"

namespace devtidy::driver {

void UnitAnalysis::setContext(clang::ASTContext &C) {
  if (!Context)
    Context = &C;
}

std::vector<report::Finding> UnitAnalysis::findingsOf(llvm::StringRef Check) {
  if (!Context)
    return {};
  if (!Findings) {
    frontend::LowerOptions Lowering;
    Lowering.ProjectRoot = ProjectRoot;
    // The host shortens paths in its own way; findings must only name the file.
    Lowering.DisplayPath = [](llvm::StringRef Path) { return Path.str(); };
    const std::unique_ptr<ir::Module> Unit = frontend::lowerTranslationUnit(*Context, Lowering);
    Findings = checks::runChecks(Unit.get(), Options);
  }
  std::vector<report::Finding> Own;
  for (const report::Finding &F : *Findings)
    if (F.Check == Check)
      Own.push_back(F);
  return Own;
}

std::shared_ptr<UnitAnalysis> UnitAnalyses::of(const clang::tidy::ClangTidyContext *Host) {
  const std::lock_guard Lock(Mutex);
  std::erase_if(Live, [](const auto &Entry) { return Entry.second.expired(); });
  std::weak_ptr<UnitAnalysis> &Slot = Live[Host];
  std::shared_ptr<UnitAnalysis> Unit = Slot.lock();
  if (!Unit)
    Slot = Unit = std::make_shared<UnitAnalysis>();
  return Unit;
}

} // namespace devtidy::driver
