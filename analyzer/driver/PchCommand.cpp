//===- PchCommand.cpp - device-tidy pch ---------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Commands.h"
#include "driver/Outcome.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

/// One line for each set of flags: the files that share it, then what to add to clang-tidy for them.
static void printGroup(const CppFrontend::Group &G, StringRef Folder) {
  outs() << "#";
  for (const std::string &Path : G.Files)
    outs() << ' ' << shortPath(Path, Folder);
  outs() << '\n';
  outs() << "--extra-arg=-include-pch\n--extra-arg=" << G.Made.Path << '\n';
}

Expected<int> runPch(const SourceArgs &Args, const ToolPaths &Tool) {
  if (Args.NoCache || Args.NoPrecompiled)
    return createStringError(inconvertibleErrorCode(),
                             "precompiled headers live in the cache: leave out --no-cache and --no-pch");
  Expected<std::unique_ptr<Session>> S = Session::open(Args, Tool, /*UseResults=*/false);
  if (!S)
    return S.takeError();
  const std::vector<CppFrontend::Group> &Groups = (*S)->precompile();
  if (std::vector<std::string> Warnings = (*S)->warnings(); !Warnings.empty())
    return createStringError(inconvertibleErrorCode(), Warnings.front());
  bool Failed = !(*S)->inputs().Problems.empty();
  for (const SourceProblem &P : (*S)->inputs().Problems)
    printProblem(P, (*S)->workingFolder());
  if (Groups.empty())
    return createStringError(inconvertibleErrorCode(), "no file here includes headers that could be precompiled");
  for (const CppFrontend::Group &G : Groups) {
    if (!G.Made.Path.empty()) {
      printGroup(G, (*S)->workingFolder());
    } else {
      Failed = true;
      printError(shortPath(G.Files.front(), (*S)->workingFolder()) + ": its headers cannot be precompiled" +
                 (G.Made.Failure.empty() ? "" : ": " + G.Made.Failure));
    }
  }
  return int(Failed ? CouldNot : NoFinding);
}

} // namespace devtidy::driver
