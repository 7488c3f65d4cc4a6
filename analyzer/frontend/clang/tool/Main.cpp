//===- Main.cpp - dt-lower: prints the IR of one C++ or CUDA file ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   dt-lower FILE [--root=DIR] [--locations] [--function=NAME] -- CLANG-FLAGS
//
// For developers and tests. Exit status 0 if the module is well formed, whatever the compiler said; its errors go to
// stderr.
//
//===----------------------------------------------------------------------===//

#include "frontend/clang/Launches.h"
#include "frontend/clang/Lower.h"
#include "ir/Text.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace devtidy;

static llvm::cl::opt<std::string> File(llvm::cl::Positional, llvm::cl::Required, llvm::cl::desc("FILE"));
static llvm::cl::opt<std::string> Root("root", llvm::cl::desc("lower bodies of headers under this folder too"));
static llvm::cl::opt<bool> Locations("locations", llvm::cl::desc("print source ranges"));
static llvm::cl::opt<std::string> Only("function", llvm::cl::desc("print this function only"));
static llvm::cl::opt<bool> Quiet("quiet", llvm::cl::desc("print problems only"));

namespace {

class Consumer : public ASTConsumer {
public:
  explicit Consumer(bool &Failed) : Failed(Failed) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    devtidy::frontend::LowerOptions Options;
    Options.ProjectRoot = Root;
    std::unique_ptr<ir::Module> M = devtidy::frontend::lowerTranslationUnit(Context, Options);
    ir::PrintOptions Print;
    Print.Locations = Locations;
    for (const ir::Problem &P : M->Problems) {
      llvm::errs() << "problem: " << P.Text << '\n';
      Failed |= P.Text.starts_with("internal");
    }
    if (Quiet)
      return;
    if (Only.empty())
      ir::print(*M, llvm::outs(), Print);
    else if (ir::FunctionId F = M->findFunction(Only))
      ir::print(*M, M->function(F), llvm::outs(), Print);
  }

private:
  bool &Failed;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(bool &Failed) : Failed(Failed) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef) override {
    Compiler.getDiagnostics().setFatalsAsError(true);
    devtidy::frontend::readJoinedLaunches(Compiler.getPreprocessor());
    return std::make_unique<Consumer>(Failed);
  }

private:
  bool &Failed;
};

} // namespace

int main(int Count, const char **Arguments) {
  std::string Error;
  std::unique_ptr<tooling::FixedCompilationDatabase> Flags =
      tooling::FixedCompilationDatabase::loadFromCommandLine(Count, Arguments, Error);
  llvm::cl::ParseCommandLineOptions(Count, Arguments);
  if (!Flags)
    Flags = std::make_unique<tooling::FixedCompilationDatabase>(".", std::vector<std::string>());
  std::vector<std::string> Command = Flags->getCompileCommands(File).front().CommandLine;
  Command.pop_back();
  Command.insert(Command.begin() + 1, {"-resource-dir=" DT_RESOURCE_DIR, "-fsyntax-only", "-Wno-everything"});
  if (Command.back() == "--")
    Command.pop_back();
  Command.push_back(File);
  llvm::SmallString<128> Absolute(Root);
  if (!Root.empty()) {
    (void)llvm::sys::fs::make_absolute(Absolute);
    llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
    Root = std::string(Absolute);
  }
  bool Failed = false;
  auto Files = llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions());
  tooling::ToolInvocation Invocation(Command, std::make_unique<Action>(Failed), Files.get());
  Invocation.run();
  return Failed ? 1 : 0;
}
