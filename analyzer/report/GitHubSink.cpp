//===- GitHubSink.cpp - Findings as annotations of a GitHub workflow ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// One workflow command a finding: "::warning file=train.cpp,line=41,col=17,title=device-mixed-operands::text".
//
//===----------------------------------------------------------------------===//

#include "report/Sink.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using llvm::StringRef;

/// A percent sign starts an escape, a line end would end the command; within a property so would ':' and ','.
static std::string escaped(StringRef Text, StringRef Special) {
  std::string Out;
  llvm::raw_string_ostream Stream(Out);
  for (char C : Text)
    if (Special.contains(C))
      Stream << '%' << llvm::hexdigit(static_cast<unsigned char>(C) >> 4) << llvm::hexdigit(C & 15);
    else
      Stream << C;
  return Out;
}

static std::string escapedProperty(StringRef Text) { return escaped(Text, "%\r\n:,"); }
static std::string escapedMessage(StringRef Text) { return escaped(Text, "%\r\n"); }

static std::string noteLine(const Note &N, const ReportContext &Context) {
  std::string Out = "\n" + Context.displayed(N.Where.Path) + ":";
  if (const SourceText *Source = Context.Sources.get(N.Where.Path))
    Out += std::to_string(Source->inBytes(N.Where.Point).Line) + ":";
  return Out + " " + N.Text;
}

static void write(const Finding &F, const ReportContext &Context, llvm::raw_ostream &Out) {
  std::string Message;
  Out << (F.Level >= 3 ? "::notice" : "::warning") << " file=" << escapedProperty(Context.displayed(F.Where.Path));
  if (const SourceText *Source = Context.Sources.get(F.Where.Path)) {
    LineColumn At = Source->inUtf16(F.Where.Point);
    // A line of a cell is no line of the file.
    if (!Source->isNotebook())
      Out << ",line=" << At.Line << ",col=" << At.Column;
    else
      Message = At.str() + ": ";
  }
  Message += F.Headline;
  for (const Note &N : F.Notes)
    Message += noteLine(N, Context);
  if (const std::string Url = Context.url(F.Check); !Url.empty())
    Message += "\n" + Url;
  Out << ",title=" << escapedProperty(F.Check) << "::" << escapedMessage(Message) << '\n';
}

void devtidy::report::writeGitHub(llvm::ArrayRef<Finding> Findings, const ReportContext &Context,
                                  llvm::raw_ostream &Out) {
  for (const Finding &F : Findings)
    write(F, Context, Out);
  for (const Problem &P : Context.Problems)
    Out << "::error file=" << escapedProperty(Context.displayed(P.Path)) << "::" << escapedMessage(P.Message) << '\n';
}
