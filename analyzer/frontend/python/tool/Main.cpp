//===- Main.cpp - dt-python: prints the IR of Python files ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   dt-python FILE... [--canonical] [--locations] [--function=NAME] [--module=NAME] [--package] [--source-order]
//                     [--quiet]
//
// For developers and tests. Problems go to stderr. Exit status 1 if a module is malformed or a file cannot be read.
//
//===----------------------------------------------------------------------===//

#include "frontend/python/Lower.h"
#include "ir/Text.h"
#include "ir/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace devtidy;

static llvm::cl::list<std::string> Files(llvm::cl::Positional, llvm::cl::OneOrMore, llvm::cl::desc("FILE..."));
static llvm::cl::opt<bool> Canonical("canonical", llvm::cl::desc("print what C++ and Python twins share"));
static llvm::cl::opt<bool> Locations("locations", llvm::cl::desc("print source ranges"));
static llvm::cl::opt<std::string> Only("function", llvm::cl::desc("print this function only"));
static llvm::cl::opt<std::string> ModuleName("module", llvm::cl::desc("the module's name (default: the file's stem)"));
static llvm::cl::opt<bool> Package("package", llvm::cl::desc("the file is the package's __init__.py"));
static llvm::cl::opt<bool> SourceOrder("source-order", llvm::cl::desc("print the functions only, as they come"));
static llvm::cl::opt<bool> Quiet("quiet", llvm::cl::desc("print problems only"));

static bool lowerFile(llvm::StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(File, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!Buffer) {
    llvm::errs() << File << ": " << Buffer.getError().message() << '\n';
    return false;
  }
  frontend::python::LowerOptions Options;
  Options.ModuleName = ModuleName.empty() ? llvm::sys::path::stem(File).str() : ModuleName.getValue();
  Options.IsPackage = Package;
  Options.DisplayPath = File.str();
  std::unique_ptr<ir::Module> M = frontend::python::lowerSource((*Buffer)->getBuffer(), Options);
  for (const ir::Problem &P : M->Problems)
    llvm::errs() << File << ':' << P.Range.Begin << ": " << P.Text << '\n';
  std::vector<std::string> Defects = ir::verify(*M);
  for (const std::string &Defect : Defects)
    llvm::errs() << File << ": malformed: " << Defect << '\n';
  ir::PrintOptions Print;
  Print.Locations = Locations;
  Print.Canonical = Canonical;
  if (Quiet)
    return Defects.empty();
  if (SourceOrder)
    for (const std::unique_ptr<ir::Function> &F : M->Functions)
      ir::print(*M, *F, llvm::outs(), Print);
  else if (Only.empty())
    ir::print(*M, llvm::outs(), Print);
  else if (ir::FunctionId F = M->findFunction(Only))
    ir::print(*M, M->function(F), llvm::outs(), Print);
  return Defects.empty();
}

int main(int Count, const char **Arguments) {
  llvm::cl::ParseCommandLineOptions(Count, Arguments);
  bool Good = true;
  for (const std::string &File : Files)
    Good &= lowerFile(File);
  return Good ? 0 : 1;
}
