//===- Outcome.cpp - How reading the files went -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver/Outcome.h"
#include "driver/Console.h"
#include "report/Snippet.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace devtidy::driver {

std::string counted(size_t Count, StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

std::string shortPath(StringRef Path, StringRef Folder) {
  StringRef Relative = Path;
  if (Relative.consume_front(Folder) && Relative.consume_front("/"))
    return Relative.str();
  return Path.str();
}

Outcome summarize(const Inputs &Files, ArrayRef<LoweredFile> Lowered) {
  Outcome Result;
  Result.Failed = Files.Problems;
  for (size_t I = 0; I != Lowered.size(); ++I) {
    if (!Lowered[I].ProblemCount)
      continue;
    const std::string &Path = Files.Files[I];
    std::string Text = Lowered[I].Problems.empty() ? "" : Lowered[I].Problems.front().Text;
    if (Lowered[I].ProblemCount > 1)
      Text += " (and " + counted(Lowered[I].ProblemCount - 1, "more error") + ")";
    Result.Failed.push_back({Path, 0, 0, Text});
  }
  return Result;
}

std::string Outcome::shortList(StringRef Folder) const {
  constexpr size_t Shown = 3;
  std::string Text;
  for (size_t I = 0; I < Failed.size() && I < Shown; ++I)
    Text += (I ? "; " : "") + report::printable(shortPath(Failed[I].Path, Folder) + ": " + Failed[I].Text);
  if (Failed.size() > Shown)
    Text += "; and " + std::to_string(Failed.size() - Shown) + " more";
  return Text;
}

bool Outcome::lacksTorch() const {
  return llvm::any_of(Failed, [](const SourceProblem &P) {
    StringRef Text = P.Text;
    return Text.contains("' file not found") &&
           llvm::any_of(ArrayRef({"'torch/", "'ATen/", "'c10/"}), [&](StringRef Name) { return Text.contains(Name); });
  });
}

static void printError(const SourceProblem &P, StringRef Fallback, StringRef Folder) {
  raw_ostream &Out = messages();
  Out << report::printable(shortPath(P.Path.empty() ? Fallback : StringRef(P.Path), Folder));
  if (P.Cell)
    Out << ":cell " << P.Cell;
  if (P.Line)
    Out << ':' << P.Line << ':' << P.Column;
  Out << ": error: " << report::printable(P.Text) << '\n';
}

void printProblem(const SourceProblem &P, StringRef Folder) { printError(P, "", Folder); }

void printErrors(const Inputs &Files, ArrayRef<LoweredFile> Lowered, StringRef Folder, bool All) {
  for (const SourceProblem &P : Files.Problems)
    printProblem(P, Folder);
  for (size_t I = 0; I != Lowered.size(); ++I)
    for (const SourceProblem &P : ArrayRef(Lowered[I].Problems).take_front(All ? ~size_t(0) : 1))
      printError(P, Files.Files[I], Folder);
}

} // namespace devtidy::driver
