//===- CoverageCommand.cpp - device-tidy coverage --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As type coverage says of how many expressions a type is known, this says of how many operands a placement is: by
// file, with -v by function, and what cost most.
//
//===----------------------------------------------------------------------===//

#include "checks/Run.h"
#include "driver/Commands.h"
#include "driver/Contained.h"
#include "driver/Outcome.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;

namespace devtidy::driver {
namespace {

/// What a file, a function or all of a run has.
struct Count {
  unsigned Placed = 0, Symbols = 0, Unknown = 0;
  std::map<std::string, unsigned> Reasons;

  void add(const checks::FunctionCoverage &C) {
    Placed += C.Placed;
    Symbols += C.Symbols;
    Unknown += C.Unknown;
    for (const auto &[Reason, Times] : C.Reasons)
      Reasons[Reason] += Times;
  }
  unsigned known() const { return Placed + Symbols; }
  unsigned all() const { return known() + Unknown; }
  double percent() const { return all() ? 100.0 * known() / all() : 100.0; }
  /// What cost most comes first.
  std::vector<std::pair<std::string, unsigned>> sortedReasons() const {
    std::vector<std::pair<std::string, unsigned>> Sorted(Reasons.begin(), Reasons.end());
    stable_sort(Sorted, [](const auto &A, const auto &B) { return A.second > B.second; });
    return Sorted;
  }
};

struct File {
  Count All;
  std::vector<std::pair<std::string, Count>> Functions;
};

void writeCount(json::OStream &Out, const Count &C) {
  Out.attribute("placed", C.Placed);
  Out.attribute("symbols", C.Symbols);
  Out.attribute("unknown", C.Unknown);
  Out.attribute("percent", C.percent());
  Out.attributeArray("reasons", [&] {
    for (const auto &[Reason, Times] : C.sortedReasons())
      Out.object([&] {
        Out.attribute("reason", Reason);
        Out.attribute("count", Times);
      });
  });
}

void writeJson(const Count &All, const std::map<std::string, File> &Files, raw_ostream &To) {
  json::OStream Out(To, 2);
  Out.object([&] {
    writeCount(Out, All);
    Out.attributeArray("files", [&] {
      for (const auto &[Path, F] : Files)
        Out.object([&] {
          Out.attribute("path", Path);
          writeCount(Out, F.All);
          Out.attributeArray("functions", [&] {
            for (const auto &[Name, C] : F.Functions)
              Out.object([&] {
                Out.attribute("name", Name);
                writeCount(Out, C);
              });
          });
        });
    });
  });
  To << '\n';
}

void writeLine(const Count &C, StringRef Name, raw_ostream &To) {
  To << format("%5.1f %%  %6u of %6u  ", C.percent(), C.known(), C.all()) << Name << '\n';
}

void writeText(const Count &All, const std::map<std::string, File> &Files, bool Verbose, raw_ostream &To) {
  for (const auto &[Path, F] : Files) {
    writeLine(F.All, Path, To);
    if (Verbose)
      for (const auto &[Name, C] : F.Functions)
        writeLine(C, "  " + Name, To);
  }
  constexpr size_t MaxReasons = 20;
  const auto Reasons = All.sortedReasons();
  if (!Reasons.empty())
    To << "\nwhy operands are unknown:\n";
  for (const auto &[Reason, Times] : ArrayRef(Reasons).take_front(Verbose ? Reasons.size() : MaxReasons))
    To << format("%8u  ", Times) << Reason << '\n';
  To << '\n';
  writeLine(All,
            "operands known: " + std::to_string(All.Placed) + " placed, " + std::to_string(All.Symbols) +
                " where callers, modules or members say",
            To);
}

} // namespace

Expected<int> runCoverage(const CoverageArgs &Args, const ToolPaths &Tool) {
  Expected<std::unique_ptr<Session>> S = Session::open(Args, Tool);
  if (!S)
    return S.takeError();
  if ((*S)->inputs().Files.empty() && (*S)->inputs().Problems.empty())
    return createStringError(inconvertibleErrorCode(), "no sources found");
  std::vector<LoweredFile> Lowered = (*S)->lowerAll();
  printErrors((*S)->inputs(), Lowered, (*S)->workingFolder(), Args.Verbose);
  std::vector<const ir::Module *> Modules;
  for (const LoweredFile &L : Lowered)
    if (L.Module)
      Modules.push_back(L.Module.get());
  for (const std::unique_ptr<ir::Module> &M : (*S)->imports())
    Modules.push_back(M.get());
  checks::RunOptions Options;
  Options.Enabled = {"none"}; // no check
  Options.WantsCoverage = true;
  Options.Jobs = Args.Jobs;
  Options.Contain = runContained;
  checks::RunStatistics Statistics;
  std::vector<checks::Fault> Faults;
  checks::runChecks(Modules, Options, &Statistics, /*Open=*/nullptr, &Faults);
  llvm::sort(Statistics.Coverage);
  Count All;
  std::map<std::string, File> Files;
  for (const checks::FunctionCoverage &C : Statistics.Coverage) {
    File &Of = Files[shortPath(C.Path, (*S)->workingFolder())];
    Of.All.add(C);
    All.add(C);
    Of.Functions.emplace_back(C.Function, Count());
    Of.Functions.back().second.add(C);
  }
  if (Args.Json)
    writeJson(All, Files, outs());
  else
    writeText(All, Files, Args.Verbose, outs());
  const bool Crashed = llvm::any_of(Faults, [](const checks::Fault &F) { return F.IsCrash; });
  if (Crashed || !summarize((*S)->inputs(), Lowered).Failed.empty())
    return int(CouldNot);
  return int(All.percent() < Args.FailUnder ? SomeFindings : NoFinding);
}

} // namespace devtidy::driver
