//===- UnitReader.cpp - A unit, read again with other texts ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/tidy/UnitReader.h"
#include "frontend/clang/Launches.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

namespace devtidy::driver {
namespace {

using Lowering = llvm::function_ref<std::unique_ptr<ir::Module>(clang::ASTContext &)>;

class LoweringConsumer : public clang::ASTConsumer {
public:
  LoweringConsumer(const clang::SourceManager &Sources, Lowering Lower, LoweredFile &Result)
      : Sources(Sources), Lower(Lower), Result(Result) {}

  /// Of a header of the system nobody looks at the bodies.
  bool shouldSkipFunctionBody(clang::Decl *D) override { return Sources.isInSystemHeader(D->getLocation()); }
  void HandleTranslationUnit(clang::ASTContext &Context) override { Result.Module = Lower(Context); }

private:
  const clang::SourceManager &Sources;
  Lowering Lower;
  LoweredFile &Result;
};

class LoweringAction : public clang::ASTFrontendAction {
public:
  LoweringAction(Lowering Lower, LoweredFile &Result) : Lower(Lower), Result(Result) {}

private:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &CI, llvm::StringRef) override {
    frontend::readJoinedLaunches(CI.getPreprocessor());
    return std::make_unique<LoweringConsumer>(CI.getSourceManager(), Lower, Result);
  }

  Lowering Lower;
  LoweredFile &Result;
};

} // namespace

bool UnitReader::hasErrors() const { return Host.getDiagnostics().hasUncompilableErrorOccurred(); }

std::shared_ptr<clang::CompilerInvocation> UnitReader::invocation(const FileTexts &Texts) const {
  const clang::SourceManager &Sources = Host.getSourceManager();
  const clang::OptionalFileEntryRef Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  if (!Main)
    return nullptr;
  auto Result = std::make_shared<clang::CompilerInvocation>();
  Result->getLangOpts() = Host.getLangOpts();
  Result->getTargetOpts() = Host.getTargetInfo().getTargetOpts();
  Result->getHeaderSearchOpts() = Host.getHeaderSearchInfo().getHeaderSearchOpts();
  Result->getFileSystemOpts() = Host.getFileManager().getFileSystemOpts();
  clang::FrontendOptions &Frontend = Result->getFrontendOpts();
  Frontend.Inputs.emplace_back(
      Main->getName(), clang::InputKind(Host.getLangOpts().CUDA ? clang::Language::CUDA : clang::Language::CXX));
  Frontend.SkipFunctionBodies = true;
  if (Host.getAuxTargetInfo())
    Frontend.AuxTriple = Host.getAuxTargetInfo()->getTriple().str();
  clang::PreprocessorOptions &Texted = Result->getPreprocessorOpts();
  Texted = Host.getPreprocessorOpts();
  Texted.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
  Texted.RetainRemappedFileBuffers = false;
  // In an editor, the text of the file is one of these.
  Texted.RemappedFileBuffers.clear();
  if (!Texts.contains(Main->getName()))
    Texted.addRemappedFile(Main->getName(), llvm::MemoryBuffer::getMemBufferCopy(
                                                Sources.getBufferData(Sources.getMainFileID()), Main->getName())
                                                .release());
  for (const auto &[Path, Text] : Texts)
    Texted.addRemappedFile(Path, llvm::MemoryBuffer::getMemBufferCopy(Text, Path).release());
  return Result;
}

LoweredFile UnitReader::read(const FileTexts &Texts, Lowering Lower) const {
  LoweredFile Result;
  const std::shared_ptr<clang::CompilerInvocation> Invocation = invocation(Texts);
  if (!Invocation)
    return Result;
  clang::CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Host.getFileManager().getVirtualFileSystemPtr());
  CI.createDiagnostics(new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
  CI.createFileManager();
  CI.createSourceManager();
  LoweringAction Action(Lower, Result);
  CI.ExecuteAction(Action);
  Result.ProblemCount = CI.getDiagnostics().getNumErrors();
  return Result;
}

} // namespace devtidy::driver
