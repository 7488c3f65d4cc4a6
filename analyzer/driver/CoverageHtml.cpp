//===- CoverageHtml.cpp - Coverage as a page with the source ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One file that needs no other: it can be kept as an artifact of a build. Each operand is marked in the source, and one
// that is lost says why where the pointer rests on it.
//
//===----------------------------------------------------------------------===//

#include "driver/CoverageReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace devtidy::driver {

using checks::OperandCoverage;
using Place = OperandCoverage::Place;

static constexpr StringLiteral Head = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>device-tidy coverage</title>
<style>
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: .15rem 1rem .15rem 0; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
details { margin: .5rem 0; }
summary { cursor: pointer; }
pre { font: 13px/1.45 ui-monospace, monospace; overflow-x: auto; padding: .5rem 0; }
i { font-style: normal; opacity: .55; display: inline-block; width: 4rem; text-align: right; margin-right: 1rem; user-select: none; }
mark { color: inherit; background: none; border-bottom: 2px solid; border-radius: 2px; }
mark.k { border-color: #2a9d4b; }
mark.s { border-color: #4a7fd0; }
mark.u { border-color: #d33; background: #d334; }
</style>
</head>
<body>
)";

/// Text that is no markup.
static void escape(StringRef Text, raw_ostream &To) {
  for (char C : Text)
    switch (C) {
    case '&':
      To << "&amp;";
      break;
    case '<':
      To << "&lt;";
      break;
    case '>':
      To << "&gt;";
      break;
    case '"':
      To << "&quot;";
      break;
    default:
      To << C;
    }
}

static void writeRow(const CoverageCount &C, StringRef Name, StringRef Anchor, raw_ostream &To) {
  To << "<tr><td class=\"n\">" << format("%.1f", C.percent()) << " %</td><td class=\"n\">" << C.known()
     << "</td><td class=\"n\">" << C.Unknown << "</td><td>";
  if (!Anchor.empty())
    To << "<a href=\"#" << Anchor << "\">";
  escape(Name, To);
  To << (Anchor.empty() ? "" : "</a>") << "</td></tr>\n";
}

static void writeReasons(const CoverageCount &C, size_t Most, raw_ostream &To) {
  const auto Reasons = C.sortedReasons();
  To << "<table><tr><th class=\"n\">operands</th><th>lost by</th></tr>\n";
  for (const auto &[Reason, Times] : ArrayRef(Reasons).take_front(Most)) {
    To << "<tr><td class=\"n\">" << Times << "</td><td>";
    escape(Reason, To);
    To << "</td></tr>\n";
  }
  To << "</table>\n";
}

namespace {

/// Writes the lines of a file with its operands marked.
class MarkedSource {
public:
  MarkedSource(const report::SourceText &Text, std::vector<OperandCoverage> Of, raw_ostream &To)
      : Text(Text), Operands(std::move(Of)), To(To) {
    // What holds others comes first. Of several at one place the one that is lost counts.
    llvm::sort(Operands, [](const OperandCoverage &A, const OperandCoverage &B) {
      return std::tuple(A.Begin, ~A.End, -int(A.Where)) < std::tuple(B.Begin, ~B.End, -int(B.Where));
    });
    llvm::erase_if(Operands, [&, Last = std::pair(~0U, ~0U)](const OperandCoverage &O) mutable {
      return std::exchange(Last, std::pair(O.Begin, O.End)) == std::pair(O.Begin, O.End) || O.Begin >= O.End;
    });
  }

  void write() {
    To << "<pre>";
    for (unsigned Line = 1; Line <= Text.lineCount(); ++Line)
      writeLine(Line);
    To << "</pre>\n";
  }

private:
  void open(const OperandCoverage &O) {
    To << "<mark class=\"" << (O.Where == Place::Known ? 'k' : O.Where == Place::Symbol ? 's' : 'u') << '"';
    if (!O.Reason.empty()) {
      To << " title=\"";
      escape(O.Reason, To);
      To << '"';
    }
    To << '>';
  }
  /// Marks end with the line, and begin again on the next one.
  void writeLine(unsigned Line) {
    const uint32_t Begin = Text.lineBegin(Line), End = Text.lineEnd(Line);
    To << "<i>" << Text.shownLine(Line) << "</i>";
    llvm::erase_if(Open, [&](const OperandCoverage *O) { return O->End <= Begin; });
    for (const OperandCoverage *O : Open)
      open(*O);
    for (uint32_t At = Begin;;) {
      while (!Open.empty() && Open.back()->End <= At) {
        To << "</mark>";
        Open.pop_back();
      }
      for (; Next < Operands.size() && Operands[Next].Begin <= At && At < End; ++Next) {
        // One that ends behind the one around it is no expression of its own.
        if (Operands[Next].End <= At || (!Open.empty() && Operands[Next].End > Open.back()->End))
          continue;
        Open.push_back(&Operands[Next]);
        open(Operands[Next]);
      }
      if (At >= End)
        break;
      uint32_t Stop = End;
      if (!Open.empty())
        Stop = std::min(Stop, Open.back()->End);
      if (Next < Operands.size())
        Stop = std::min(Stop, std::max(Operands[Next].Begin, At + 1));
      escape(Text.text().slice(At, Stop), To);
      At = Stop;
    }
    for (size_t N = 0; N < Open.size(); ++N)
      To << "</mark>";
    To << '\n';
  }

  const report::SourceText &Text;
  std::vector<OperandCoverage> Operands;
  raw_ostream &To;
  std::vector<const OperandCoverage *> Open; ///< the outer ones first
  size_t Next = 0;
};

} // namespace

void CoverageReport::writeHtml(raw_ostream &To) const {
  std::vector<const std::pair<const std::string, File> *> Sorted;
  for (const auto &Entry : Files)
    Sorted.push_back(&Entry);
  stable_sort(Sorted, [](const auto *A, const auto *B) { return A->second.Has.Unknown > B->second.Has.Unknown; });
  auto IsShown = [](const File &F) { return F.Has.Unknown != 0 && F.Text; };
  To << Head << "<h1>" << format("%.1f", All.percent()) << " % of " << All.all() << " operands are known</h1>\n<p>"
     << All.Placed << " <mark class=\"k\">placed</mark>, " << All.Symbols
     << " <mark class=\"s\">where callers, modules or members say</mark>, " << All.Unknown
     << " <mark class=\"u\">unknown</mark>.</p>\n";
  constexpr size_t MaxReasons = 40, MaxOfFile = 10;
  if (All.Unknown)
    writeReasons(All, MaxReasons, To);
  To << "<h2>Files</h2>\n<table><tr><th></th><th class=\"n\">known</th><th class=\"n\">unknown</th><th></th></tr>\n";
  for (const auto &[N, Entry] : enumerate(Sorted))
    writeRow(Entry->second.Has, Entry->first, IsShown(Entry->second) ? "f" + std::to_string(N) : "", To);
  To << "</table>\n";
  for (const auto &[N, Entry] : enumerate(Sorted)) {
    const File &F = Entry->second;
    if (!IsShown(F))
      continue;
    To << "<details id=\"f" << N << "\"" << (N == 0 ? " open" : "") << "><summary>";
    escape(Entry->first, To);
    To << ": " << F.Has.Unknown << " unknown</summary>\n";
    writeReasons(F.Has, MaxOfFile, To);
    std::vector<OperandCoverage> Operands;
    for (const Function &Of : F.Functions)
      append_range(Operands, Of.Operands);
    MarkedSource(*F.Text, std::move(Operands), To).write();
    To << "</details>\n";
  }
  To << "</body>\n</html>\n";
}

} // namespace devtidy::driver
