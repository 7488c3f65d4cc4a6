//===- Main.cpp - The command line program ------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "driver/Console.h"
#include "driver/Contained.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <memory>
#include <optional>
#include <unistd.h>

using namespace llvm;
using namespace devtidy::driver;

void devtidy::driver::printError(StringRef Text) { messages() << "device-tidy: error: " << Text << '\n'; }
void devtidy::driver::printWarning(StringRef Text) { messages() << "device-tidy: warning: " << Text << '\n'; }

static Expected<int> run(const Args &A, const ToolPaths &Tool) {
  switch (A.What) {
  case Command::Check:
    return runCheck(A.Check, Tool);
  case Command::Coverage:
    return runCoverage(A.Coverage, Tool);
  case Command::Ir:
    return runIr(A.Ir, Tool);
  case Command::Pch:
    return runPch(A.Pch, Tool);
  case Command::Explain:
    return runExplain(A.Check, Tool);
  case Command::Rule:
    return runRule(A.Rule, Tool);
  case Command::Ops:
    return runOps(A.Ops, Tool);
  case Command::Run:
    return runRun(A.Run, Tool);
  case Command::Stubs:
    return runStubs(A.Stubs, Tool);
  case Command::Completion:
    return runCompletion(A.Shell);
  case Command::Manual:
    return runManual();
  }
  return int(CouldNot);
}

static int finish(Expected<int> Status) {
  int Code = CouldNot;
  if (Status)
    Code = *Status;
  else if (std::string Text = toString(Status.takeError()); !Text.empty())
    printError(Text);
  outs().flush();
  if (outs().has_error()) {
    printError("cannot write to standard output: " + outs().error().message());
    outs().clear_error();
    return CouldNot;
  }
  return Code;
}

int main(int Count, char **Arguments) {
  // "device-tidy ... | head" ends quietly.
  std::signal(SIGPIPE, SIG_DFL);
  useLargeStacks();
  Expected<Args> Parsed = parseArgs(ArrayRef<const char *>(Arguments, size_t(Count)));
  if (!Parsed)
    return finish(Parsed.takeError());
  auto Status = std::make_unique<std::optional<Expected<int>>>();
  std::string Why;
  if (runContained([&] { Status->emplace(run(*Parsed, ToolPaths::find(Arguments[0]))); }, Why))
    return finish(std::move(**Status));
  printError("device-tidy crashed (" + Why + ")");
  // Nothing that is left is to be trusted, nor printed.
  _exit(CouldNot);
}
