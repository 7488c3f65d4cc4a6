//===- IrCommand.cpp - device-tidy ir -----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/solved/Resolved.h"
#include "dataflow/solved/SummaryText.h"
#include "driver/Commands.h"
#include "driver/Outcome.h"
#include "ir/Text.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

Expected<int> runIr(const IrArgs &Args, const ToolPaths &Tool) {
  Expected<std::unique_ptr<Session>> S = Session::open(Args, Tool);
  if (!S)
    return S.takeError();
  if ((*S)->inputs().Files.empty() && (*S)->inputs().Problems.empty())
    return createStringError(inconvertibleErrorCode(), "no sources found");
  std::vector<LoweredFile> Lowered = (*S)->lowerAll();
  printErrors((*S)->inputs(), Lowered, (*S)->workingFolder(), Args.Verbose);
  const int Status = summarize((*S)->inputs(), Lowered).Failed.empty() ? NoFinding : CouldNot;
  std::vector<ir::Module *> Read;
  for (LoweredFile &L : Lowered)
    if (L.Module)
      Read.push_back(L.Module.get());
  std::vector<const ir::Module *> Imports;
  for (const std::unique_ptr<ir::Module> &M : (*S)->imports())
    Imports.push_back(M.get());
  if (Args.Summaries) {
    dataflow::printSummaries(Read, Imports, outs());
    return Status;
  }
  if (Args.Resolved)
    dataflow::resolveCalls(Read, Imports);
  ir::PrintOptions Options;
  Options.Canonical = Args.Canonical;
  Options.Locations = !Args.NoLocations;
  for (LoweredFile &L : Lowered) {
    if (!L.Module)
      continue;
    for (ir::SourceFile &F : L.Module->Files)
      F.Path = L.Module->intern(shortPath(F.Path, (*S)->workingFolder()));
    L.Module->Name = L.Module->intern(shortPath(L.Module->Name, (*S)->workingFolder()));
    ir::print(*L.Module, outs(), Options);
  }
  return Status;
}

} // namespace devtidy::driver
