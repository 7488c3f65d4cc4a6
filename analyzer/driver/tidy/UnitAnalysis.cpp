//===- UnitAnalysis.cpp - One solution for all checks of a unit -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/tidy/UnitAnalysis.h"
#include "driver/ProjectFiles.h"
#include "driver/Repairs.h"
#include "driver/tidy/ProjectRoot.h"
#include "frontend/clang/Launches.h"
#include "frontend/clang/Lower.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"

namespace devtidy::driver {

void UnitAnalysis::setContext(clang::ASTContext &C) {
  if (!Context)
    Context = &C;
}

void UnitAnalysis::setPreprocessor(clang::Preprocessor &P) {
  if (!Reader)
    frontend::readJoinedLaunches(P);
  Reader.emplace(P);
}

/// Lowers the unit as the command line does: the same files are the project, and findings may stand in the same files.
static std::unique_ptr<ir::Module> lower(clang::ASTContext &Context, llvm::StringRef Root) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  const clang::OptionalFileEntryRef Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  llvm::SmallString<256> MainPath(Main ? Main->getName() : "");
  Sources.getFileManager().makeAbsolutePath(MainPath);
  const ProjectFiles Project(Root.empty() ? findProjectRoot(MainPath, Sources.getFileManager().getVirtualFileSystem())
                                          : Root.str());
  frontend::LowerOptions Options;
  Options.ProjectRoot = Project.root().str();
  Options.IsChecked = [&, Main = normalPath(MainPath)](llvm::StringRef Path) {
    return Path == Main || Project.contains(Path);
  };
  // The host shortens paths in its own way; here they only name the file.
  Options.DisplayPath = [](llvm::StringRef Path) { return Path.str(); };
  return frontend::lowerTranslationUnit(Context, Options);
}

/// What clang read: in an editor the text of a file is not what is on disk.
static void provideTexts(const ir::Module &Unit, clang::SourceManager &Sources, report::SourceCache &Texts) {
  for (const ir::SourceFile &File : Unit.Files)
    if (clang::OptionalFileEntryRef Entry = Sources.getFileManager().getOptionalFileRef(File.Path))
      if (std::optional<llvm::MemoryBufferRef> Buffer = Sources.getMemoryBufferForFileOrNone(*Entry))
        Texts.provide(File.Path, Buffer->getBuffer());
}

/// To read a unit takes as long as the host took for it: some tenths of a second with a precompiled header, and seconds
/// without one. Only units that have repairs are read again.
void UnitAnalysis::keepSoundRepairs(std::unique_ptr<ir::Module> Unit, report::SourceCache &Texts,
                                    llvm::ArrayRef<report::Finding> Said) {
  constexpr unsigned MaxRounds = 2;
  if (!Reader || Reader->hasErrors()) {
    for (report::Finding &F : *Findings)
      F.Fixes.clear();
    return;
  }
  clang::SourceManager &Sources = Context->getSourceManager();
  const ir::Module *Whole = Unit.get();
  LoweredFile Read;
  Read.Module = std::move(Unit);
  auto ProvideTexts = [&](report::SourceCache &To) { provideTexts(*Whole, Sources, To); };
  auto LowerAgain = [&](llvm::ArrayRef<size_t>, const FileTexts &Changed) {
    std::vector<LoweredFile> Result;
    Result.push_back(Reader->read(Changed, [&](clang::ASTContext &Again) { return lower(Again, ProjectRoot); }));
    return Result;
  };
  auto Wants = [&](const report::Finding &F) {
    return F.Level <= Options.Level && llvm::is_contained(Options.Enabled, F.Check);
  };
  driver::keepSoundRepairs(*Findings, {Texts, ProvideTexts, LowerAgain, MaxRounds, Read, Whole, Options, Said, Wants});
}

std::vector<report::Finding> UnitAnalysis::findingsOf(llvm::StringRef Check) {
  if (!Context)
    return {};
  if (!Findings) {
    std::unique_ptr<ir::Module> Unit = lower(*Context, ProjectRoot);
    report::SourceCache Texts;
    provideTexts(*Unit, Context->getSourceManager(), Texts);
    Options.Sources = &Texts;
    Options.WholeProgram = false;
    std::vector<report::Finding> Said;
    Findings =
        checks::runChecks(Unit.get(), Options, /*Statistics=*/nullptr, /*Open=*/nullptr, /*Faults=*/nullptr, &Said);
    keepSoundRepairs(std::move(Unit), Texts, Said);
    Options.Sources = nullptr;
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
