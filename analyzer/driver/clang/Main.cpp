//===- Main.cpp - The worker process that contains clang ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   device-tidy-clang [--root=DIR] [--content=FILE] [--keep-bodies] [--use-precompiled=FILE | --precompile=FILE] --
//       CLANG-ARGUMENTS
//
// Runs in the folder in which the compiler would run. Writes one line of JSON (errors, dependencies) to stdout, then
// the module in the text form of the IR. Exit status 0 means that the line was written, however many errors it holds;
// this program is called by device-tidy only.
//
//===----------------------------------------------------------------------===//

#include "driver/clang/Compile.h"
#include "ir/Text.h"
#include "clang/Basic/Stack.h"
#include "clang/Basic/Version.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

using namespace devtidy;

namespace {

/// Clang and the lowering recurse on deeply nested code.
constexpr std::optional<unsigned> StackBytes = 256u << 20;

llvm::json::Object describe(const driver::CompileResult &Result) {
  llvm::json::Array Errors, Dependencies;
  for (const driver::CompileError &E : Result.Errors)
    Errors.push_back(llvm::json::Object{
        {"file", E.Path}, {"line", E.Line}, {"column", E.Column}, {"text", llvm::json::fixUTF8(E.Text)}});
  for (const std::string &D : Result.Dependencies)
    Dependencies.push_back(llvm::json::fixUTF8(D));
  return llvm::json::Object{{"errors", std::move(Errors)},
                            {"errorCount", Result.ErrorCount},
                            {"precompiled", Result.WrotePrecompiled},
                            {"dependencies", std::move(Dependencies)}};
}

bool parseArguments(int Count, char **Arguments, driver::CompileJob &Job) {
  for (int I = 1; I < Count; ++I) {
    llvm::StringRef A = Arguments[I];
    if (A == "--") {
      Job.Args.assign(Arguments + I + 1, Arguments + Count);
      return true;
    }
    if (A.consume_front("--root="))
      Job.Root = A;
    else if (A.consume_front("--content="))
      Job.Content = A;
    else if (A == "--changed" && I + 2 < Count) {
      Job.Changed.emplace_back(Arguments[I + 1], Arguments[I + 2]);
      I += 2;
    } else if (A.consume_front("--use-precompiled="))
      Job.UsePrecompiled = A;
    else if (A.consume_front("--precompile="))
      Job.Precompiled = A;
    else if (A == "--keep-bodies")
      Job.KeepBodies = true;
    else
      return false;
  }
  return false;
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count == 2 && llvm::StringRef(Arguments[1]) == "--version") {
    llvm::outs() << clang::getClangFullVersion() << '\n';
    return 0;
  }
  driver::CompileJob Job;
  if (!parseArguments(Count, Arguments, Job)) {
    llvm::errs() << "device-tidy-clang: error: this program is started by device-tidy\n";
    return 2;
  }
  llvm::thread Work(StackBytes, [&] {
    // Lets clang see how deep it is.
    clang::noteBottomOfStack(/*ForceSet=*/true);
    driver::CompileResult Result = driver::compile(Job);
    llvm::outs() << llvm::json::Value(describe(Result)) << '\n';
    if (Result.Module)
      ir::print(*Result.Module, llvm::outs());
    llvm::outs().flush();
  });
  Work.join();
  // Nothing is worth freeing.
  _exit(llvm::outs().has_error() ? 1 : 0);
}
