//===- CoverageReport.cpp - Coverage as text and as JSON -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/CoverageReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace devtidy::driver {

void CoverageCount::add(const checks::FunctionCoverage &C) {
  Placed += C.Placed;
  Symbols += C.Symbols;
  Unknown += C.Unknown;
  for (const auto &[Reason, Times] : C.Reasons)
    Reasons[Reason] += Times;
}

std::vector<std::pair<std::string, unsigned>> CoverageCount::sortedReasons() const {
  std::vector<std::pair<std::string, unsigned>> Sorted(Reasons.begin(), Reasons.end());
  stable_sort(Sorted, [](const auto &A, const auto &B) { return A.second > B.second; });
  return Sorted;
}

static void writeCount(json::OStream &Out, const CoverageCount &C) {
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

/// Where the operands are of which nothing is known.
static void writeLost(json::OStream &Out, const CoverageReport::Function &F, const report::SourceText &Text) {
  Out.attributeArray("lost", [&] {
    for (const checks::OperandCoverage &O : F.Operands)
      if (O.Where == checks::OperandCoverage::Place::Unknown)
        Out.object([&] {
          const report::LineColumn At = Text.inBytes(O.Begin);
          if (At.Cell)
            Out.attribute("cell", At.Cell);
          Out.attribute("line", At.Line);
          Out.attribute("column", At.Column);
          Out.attribute("reason", O.Reason);
        });
  });
}

void CoverageReport::writeJson(raw_ostream &To) const {
  json::OStream Out(To, 2);
  Out.object([&] {
    writeCount(Out, All);
    Out.attributeArray("files", [&] {
      for (const auto &[Path, F] : Files)
        Out.object([&, &Path = Path, &F = F] {
          Out.attribute("path", Path);
          writeCount(Out, F.Has);
          Out.attributeArray("functions", [&] {
            for (const Function &Of : F.Functions)
              Out.object([&] {
                Out.attribute("name", Of.Name);
                writeCount(Out, Of.Has);
                if (F.Text)
                  writeLost(Out, Of, *F.Text);
              });
          });
        });
    });
  });
  To << '\n';
}

static void writeLine(const CoverageCount &C, StringRef Name, raw_ostream &To) {
  To << format("%5.1f %%  %6u of %6u  ", C.percent(), C.known(), C.all()) << Name << '\n';
}

void CoverageReport::writeText(bool Verbose, raw_ostream &To) const {
  for (const auto &[Path, F] : Files) {
    writeLine(F.Has, Path, To);
    if (Verbose)
      for (const Function &Of : F.Functions)
        writeLine(Of.Has, "  " + Of.Name, To);
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

} // namespace devtidy::driver
