//===- Commands.h - The commands of device-tidy -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_COMMANDS_H
#define DEVTIDY_DRIVER_COMMANDS_H

#include "driver/Args.h"
#include "driver/Session.h"
#include "llvm/Support/Error.h"

namespace devtidy::driver {

/// Exit statuses, for people and scripts.
enum Status { NoFinding = 0, SomeFindings = 1, CouldNot = 2 };

/// Each runs one command and gives the exit status, or one line that says why it could not do what was asked.
llvm::Expected<int> runCheck(const CheckArgs &Args, const ToolPaths &Tool);
llvm::Expected<int> runCoverage(const CoverageArgs &Args, const ToolPaths &Tool);
llvm::Expected<int> runIr(const IrArgs &Args, const ToolPaths &Tool);
llvm::Expected<int> runPch(const SourceArgs &Args, const ToolPaths &Tool);
/// Args.Paths are the text, "-" or nothing for standard input, and the sources; without those, the files of the
/// traceback.
llvm::Expected<int> runExplain(const CheckArgs &Args, const ToolPaths &Tool);
llvm::Expected<int> runRule(const RuleArgs &Args, const ToolPaths &Tool);
llvm::Expected<int> runOps(const OpsArgs &Args, const ToolPaths &Tool);
llvm::Expected<int> runStubs(const StubsArgs &Args, const ToolPaths &Tool);
/// Both print what Args.h tells of the options. Shell is bash, zsh or fish.
llvm::Expected<int> runCompletion(llvm::StringRef Shell);
llvm::Expected<int> runManual();
/// Comes back only with an error: otherwise this process is the program.
llvm::Expected<int> runRun(const RunArgs &Args, const ToolPaths &Tool);

/// The page of a check in Markdown, or "" if it is not installed.
std::string readPage(llvm::StringRef Check, const ToolPaths &Tool);

/// "device-tidy: error: ..." on standard error.
void printError(llvm::StringRef Text);
void printWarning(llvm::StringRef Text);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_COMMANDS_H
