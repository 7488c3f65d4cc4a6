//===- FullSink.cpp - Findings for people: text with source lines ---------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//   train.cpp:41:17: warning: operands of '+' are on different devices: 'w' on cuda:0, 'b' on cpu
//   [device-mixed-operands]
//      41 |   return w + b;
//         |          ~~^~~
//   train.cpp:33:12: note: 'w' moved to cuda:0 here
//      ...
//   train.cpp:38:21: fix: create 'b' on the device of 'w'
//      ...
//
//===----------------------------------------------------------------------===//

#include "report/Sink.h"
#include "report/Snippet.h"
#include "report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace devtidy::report;
using llvm::raw_ostream;
using llvm::StringRef;

namespace {

class FullText {
public:
  FullText(const ReportContext &Context, raw_ostream &Out) : Context(Context), Out(Out) {}

  void write(const Finding &F);

private:
  void writeHead(const Place &Where, StringRef Kind, raw_ostream::Colors Color, StringRef Text, StringRef Check = "");
  void writeSource(const Place &Where);
  void writeFix(const Fix &F);
  void writeReasons(const Finding &F);

  const ReportContext &Context;
  raw_ostream &Out;
};

} // namespace

void FullText::writeHead(const Place &Where, StringRef Kind, raw_ostream::Colors Color, StringRef Text,
                         StringRef Check) {
  Out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  Out << printable(Context.displayed(Where.Path)) << ':';
  if (const SourceText *Source = Context.Sources.get(Where.Path))
    Out << Source->inBytes(Where.Point).str() << ':';
  Out << ' ';
  Out.changeColor(Color, /*Bold=*/true) << Kind << ": ";
  Out.resetColor();
  if (!Check.empty())
    Out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
  Out << printable(Text);
  Out.resetColor();
  if (!Check.empty())
    Out << " [" << Context.linked(Check) << ']';
  Out << '\n';
}

void FullText::writeSource(const Place &Where) {
  if (const SourceText *Source = Context.Sources.get(Where.Path))
    writeSnippet(*Source, Where, Out);
}

void FullText::writeFix(const Fix &F) {
  if (F.Edits.empty())
    return;
  const Edit &First = F.Edits.front();
  Place Where{First.Path, First.Begin, First.End, First.Begin};
  if (F.Sure)
    writeHead(Where, "fix", raw_ostream::GREEN, F.Title);
  else
    writeHead(Where, "note", raw_ostream::CYAN, wording::possibleFix(F));
  std::vector<Edit> Edits = F.Edits;
  llvm::sort(Edits);
  for (llvm::ArrayRef<Edit> Rest = Edits; !Rest.empty();) {
    auto Same = Rest.take_while([&](const Edit &E) { return E.Path == Rest.front().Path; });
    if (const SourceText *Source = Context.Sources.get(Same.front().Path))
      writeEdits(*Source, Same, Out);
    Rest = Rest.drop_front(Same.size());
  }
}

void FullText::writeReasons(const Finding &F) {
  std::vector<std::string> Reasons;
  Reasons.reserve(F.Support.size());
  for (const Evidence &E : F.Support)
    Reasons.push_back(E.Kind + " " + std::to_string(E.Strength));
  writeHead(F.Where, "note", raw_ostream::CYAN, wording::reasons(F.Level, F.Worlds, Reasons));
}

void FullText::write(const Finding &F) {
  writeHead(F.Where, "warning", raw_ostream::MAGENTA, F.Headline, F.Check);
  writeSource(F.Where);
  for (const Note &N : F.Notes) {
    writeHead(N.Where, "note", raw_ostream::CYAN, N.Text);
    writeSource(N.Where);
  }
  if (Context.Verbose)
    writeReasons(F);
  for (const Fix &Repair : F.Fixes)
    writeFix(Repair);
}

/// The pages of the checks that spoke, where a terminal would have links.
static void writePages(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, raw_ostream &Out) {
  std::set<std::string> Checks;
  for (const Finding &F : Findings)
    if (!Context.Colors && !Context.url(F.Check).empty())
      Checks.insert(F.Check);
  if (!Checks.empty())
    Out << '\n';
  for (const std::string &Check : Checks)
    Out << Check << ": " << Context.url(Check) << '\n';
}

void devtidy::report::writeFull(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, raw_ostream &Out) {
  bool HadColors = Out.colors_enabled();
  Out.enable_colors(Context.Colors);
  FullText Text(Context, Out);
  for (const Finding &F : Findings)
    Text.write(F);
  writePages(Findings, Context, Out);
  Out.enable_colors(HadColors);
}
