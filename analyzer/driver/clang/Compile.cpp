//===- Compile.cpp - One run of clang in the worker process ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/clang/Compile.h"
#include "driver/ProjectFiles.h"
#include "driver/RegularFiles.h"
#include "frontend/clang/Launches.h"
#include "frontend/clang/Lower.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclBase.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Options/Options.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace devtidy::driver {
namespace {

constexpr unsigned MaxErrors = 20;

class ErrorCollector : public DiagnosticConsumer {
public:
  explicit ErrorCollector(CompileResult &Result) : Result(Result) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level, const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || ++Result.ErrorCount > MaxErrors)
      return;
    CompileError E;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    E.Text = std::string(Text);
    if (Info.getLocation().isValid() && Info.hasSourceManager()) {
      PresumedLoc Where = Info.getSourceManager().getPresumedLoc(Info.getLocation());
      if (Where.isValid()) {
        E.Path = normalPath(Where.getFilename());
        E.Line = Where.getLine();
        E.Column = Where.getColumn();
      }
    }
    Result.Errors.push_back(std::move(E));
  }

private:
  CompileResult &Result;
};

class AllDependencies : public DependencyCollector {
public:
  bool needSystemDependencies() override { return true; }
  bool sawDependency(StringRef Path, bool FromModule, bool IsSystem, bool IsModuleFile, bool IsMissing) override {
    return !FromModule && !IsModuleFile && !IsMissing && !Path.starts_with("<");
  }
};

/// Answers for each function whether its body is worth parsing, once per file.
class BodyFilter {
public:
  BodyFilter(const SourceManager &Sources, llvm::StringRef Root) : Sources(Sources), Project(Root) {}

  bool isOwn(SourceLocation Where) {
    FileID File = Sources.getFileID(Sources.getExpansionLoc(Where));
    auto [Slot, New] = Own.try_emplace(File, false);
    if (New)
      Slot->second = decide(File);
    return Slot->second;
  }

private:
  bool decide(FileID File) const {
    if (File == Sources.getMainFileID())
      return true;
    OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(File);
    return Entry && !SrcMgr::isSystem(Sources.getFileCharacteristic(Sources.getLocForStartOfFile(File))) &&
           Project.contains(Entry->getName());
  }

  const SourceManager &Sources;
  ProjectFiles Project;
  llvm::DenseMap<FileID, bool> Own;
};

class LoweringConsumer : public ASTConsumer {
public:
  LoweringConsumer(const SourceManager &Sources, const CompileJob &Job, CompileResult &Result)
      : Filter(Sources, Job.Root), Job(Job), Result(Result) {}

  bool shouldSkipFunctionBody(Decl *D) override { return !Filter.isOwn(D->getLocation()); }

  void HandleTranslationUnit(ASTContext &Context) override {
    ProjectFiles Project(Job.Root);
    frontend::LowerOptions Options;
    Options.ProjectRoot = Job.Root;
    Options.IsChecked = [&, Main = mainFile(Context)](llvm::StringRef Path) {
      return Path == Main || Project.contains(Path);
    };
    // The command line shortens paths, so that a cached module serves from any working folder.
    Options.DisplayPath = [](llvm::StringRef Path) { return normalPath(Path); };
    Result.Module = frontend::lowerTranslationUnit(Context, Options);
  }

private:
  static std::string mainFile(ASTContext &Context) {
    SourceManager &Sources = Context.getSourceManager();
    OptionalFileEntryRef Entry = Sources.getFileEntryRefForID(Sources.getMainFileID());
    return Entry ? normalPath(Entry->getName()) : std::string();
  }

  BodyFilter Filter;
  const CompileJob &Job;
  CompileResult &Result;
};

class LowerAction : public ASTFrontendAction {
public:
  LowerAction(const CompileJob &Job, CompileResult &Result) : Job(Job), Result(Result) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, llvm::StringRef) override {
    frontend::readJoinedLaunches(CI.getPreprocessor());
    return std::make_unique<LoweringConsumer>(CI.getSourceManager(), Job, Result);
  }

private:
  const CompileJob &Job;
  CompileResult &Result;
};

/// Arguments that other compilers take and clang does not know would be errors; nothing depends on them.
std::vector<const char *> knownArguments(const std::vector<std::string> &Args) {
  std::vector<const char *> All;
  for (const std::string &A : Args)
    All.push_back(A.c_str());
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList Parsed = getDriverOptTable().ParseArgs(
      All, MissingIndex, MissingCount, llvm::opt::Visibility(options::ClangOption | options::CLOption));
  std::vector<bool> Unknown(All.size());
  for (const llvm::opt::Arg *A : Parsed.filtered(options::OPT_UNKNOWN))
    Unknown[A->getIndex()] = true;
  std::vector<const char *> Known;
  for (size_t I = 0; I != All.size(); ++I)
    if (!Unknown[I])
      Known.push_back(All[I]);
  return Known;
}

/// Folder of clang's own headers: a wheel brings them along, elsewhere they are those of the clang of the build.
std::string resourceFolder() {
  static int Here;
  llvm::SmallString<256> Own(llvm::sys::fs::getMainExecutable(nullptr, &Here));
  llvm::sys::path::remove_filename(Own);
  llvm::sys::path::append(Own, "..", "lib", "clang", DT_CLANG_MAJOR);
  return llvm::sys::fs::is_directory(Own) ? normalPath(Own) : DT_CLANG_PREFIX "/lib/clang/" DT_CLANG_MAJOR;
}

std::shared_ptr<CompilerInvocation> makeInvocation(const CompileJob &Job, IntrusiveRefCntPtr<DiagnosticsEngine> Diags,
                                                   IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files) {
  const std::string Resources = "-resource-dir=" + resourceFolder();
  // The place of the driver decides where it looks for the standard library; this worker may stand anywhere.
  std::vector<const char *> Args = {
      DT_CLANG_PREFIX "/bin/clang++", "-fsyntax-only", Resources.c_str(), "-w", "-ferror-limit=0",
      "-Wno-unknown-cuda-version"};
  for (const char *A : knownArguments(Job.Args))
    Args.push_back(A);
  CreateInvocationOptions Options;
  Options.Diags = Diags;
  Options.VFS = Files;
  Options.RecoverOnError = true;
  std::shared_ptr<CompilerInvocation> Invocation = createInvocation(Args, Options);
  if (!Invocation)
    return nullptr;
  FrontendOptions &Frontend = Invocation->getFrontendOpts();
  Frontend.DisableFree = true;
  Frontend.SkipFunctionBodies = !Job.KeepBodies;
  if (!Job.Precompiled.empty()) {
    Frontend.ProgramAction = clang::frontend::GeneratePCH;
    Frontend.OutputFile = Job.Precompiled;
  }
  if (!Job.UsePrecompiled.empty()) {
    // The command line has compared arguments and headers already, once for all units.
    Invocation->getPreprocessorOpts().ImplicitPCHInclude = Job.UsePrecompiled;
    Invocation->getPreprocessorOpts().DisablePCHOrModuleValidation = DisableValidationForModuleKind::PCH;
  }
  if (!Job.Content.empty() && !Frontend.Inputs.empty())
    Invocation->getPreprocessorOpts().addRemappedFile(Frontend.Inputs[0].getFile(), Job.Content);
  for (const auto &[Path, Copy] : Job.Changed)
    Invocation->getPreprocessorOpts().addRemappedFile(Path, Copy);
  return Invocation;
}

} // namespace

CompileResult compile(const CompileJob &Job) {
  CompileResult Result;
  ErrorCollector Collector(Result);
  auto Files = llvm::makeIntrusiveRefCnt<RegularFiles>();
  DiagnosticOptions DriverOptions;
  auto DriverDiags = CompilerInstance::createDiagnostics(*Files, DriverOptions, &Collector, /*ShouldOwnClient=*/false);
  std::shared_ptr<CompilerInvocation> Invocation = makeInvocation(Job, DriverDiags, Files);
  if (!Invocation) {
    if (Result.Errors.empty())
      Result.Errors.push_back({"", 0, 0, "clang cannot use these compiler arguments"});
    return Result;
  }

  CompilerInstance CI(Invocation);
  CI.setVirtualFileSystem(Files);
  CI.createDiagnostics(&Collector, /*ShouldOwnClient=*/false);
  // After a fatal error (a missing header) clang instantiates no template any more, and half of LibTorch's calls would
  // not resolve.
  CI.getDiagnostics().setFatalsAsError(true);
  CI.createFileManager();
  CI.createSourceManager();
  auto Dependencies = std::make_shared<AllDependencies>();
  CI.addDependencyCollector(Dependencies);

  if (Job.Precompiled.empty()) {
    LowerAction Action(Job, Result);
    CI.ExecuteAction(Action);
  } else {
    GeneratePCHAction Action;
    Result.WrotePrecompiled = CI.ExecuteAction(Action);
  }
  for (const std::string &D : Dependencies->getDependencies())
    Result.Dependencies.push_back(normalPath(D));
  return Result;
}

} // namespace devtidy::driver
