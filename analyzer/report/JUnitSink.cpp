//===- JUnitSink.cpp - Findings as a JUnit report -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// A test suite a file, a failed test case a finding, an erroneous test case a file that could not be checked. A run
// without findings has one passed test case, because readers take an empty report for a broken one.
//
//===----------------------------------------------------------------------===//

#include "report/Sink.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using llvm::raw_ostream;
using llvm::StringRef;

/// Also safe in an attribute. Control characters cannot be written in XML 1.0 at all.
static std::string escaped(StringRef Text) {
  std::string Out;
  for (char C : validUtf8(Text)) {
    if (C == '&')
      Out += "&amp;";
    else if (C == '<')
      Out += "&lt;";
    else if (C == '>')
      Out += "&gt;";
    else if (C == '"')
      Out += "&quot;";
    else if (C == '\n')
      Out += "&#10;";
    else
      Out += static_cast<unsigned char>(C) < ' ' ? '?' : C;
  }
  return Out;
}

static std::string at(const Place &Where, const ReportContext &Context) {
  std::string Out = Context.displayed(Where.Path) + ":";
  if (const SourceText *Source = Context.Sources.get(Where.Path))
    Out += Source->inBytes(Where.Point).str() + ":";
  return Out + " ";
}

static void writeCase(const Finding &F, const ReportContext &Context, raw_ostream &Out) {
  std::string Path = escaped(Context.displayed(F.Where.Path));
  Out << "    <testcase name=\"" << escaped(F.Check) << "\" classname=\"" << Path << "\" file=\"" << Path << '"';
  if (const SourceText *Source = Context.Sources.get(F.Where.Path)) {
    LineColumn At = Source->inBytes(F.Where.Point);
    Out << " line=\"" << At.Line << "\" column=\"" << At.Column << '"';
  }
  Out << ">\n      <failure message=\"" << escaped(F.Headline) << "\">" << escaped(at(F.Where, Context) + F.Headline);
  for (const Note &N : F.Notes)
    Out << '\n' << escaped(at(N.Where, Context) + N.Text);
  if (const std::string Url = Context.url(F.Check); !Url.empty())
    Out << '\n' << escaped(Url);
  Out << "</failure>\n    </testcase>\n";
}

static void writeSuite(llvm::ArrayRef<Finding> Same, const ReportContext &Context, raw_ostream &Out) {
  Out << "  <testsuite name=\"" << escaped(Context.displayed(Same.front().Where.Path)) << "\" tests=\"" << Same.size()
      << "\" failures=\"" << Same.size() << "\" errors=\"0\">\n";
  for (const Finding &F : Same)
    writeCase(F, Context, Out);
  Out << "  </testsuite>\n";
}

static void writeProblem(const Problem &P, const ReportContext &Context, raw_ostream &Out) {
  std::string Path = escaped(Context.displayed(P.Path));
  Out << "  <testsuite name=\"" << Path << "\" tests=\"1\" failures=\"0\" errors=\"1\">\n"
      << "    <testcase name=\"device-tidy\" classname=\"" << Path << "\" file=\"" << Path << "\">\n"
      << "      <error message=\"" << escaped(P.Message) << "\"/>\n    </testcase>\n  </testsuite>\n";
}

void devtidy::report::writeJUnit(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, raw_ostream &Out) {
  size_t Tests = Findings.size() + Context.Problems.size();
  Out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"device-tidy\" tests=\""
      << std::max<size_t>(Tests, 1) << "\" failures=\"" << Findings.size() << "\" errors=\"" << Context.Problems.size()
      << "\">\n";
  if (Tests == 0)
    Out << "  <testsuite name=\"device-tidy\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
        << "    <testcase name=\"device-tidy\" classname=\"device-tidy\"/>\n  </testsuite>\n";
  for (llvm::ArrayRef<Finding> Rest = Findings; !Rest.empty();) {
    auto Same = Rest.take_while([&](const Finding &F) { return F.Where.Path == Rest.front().Where.Path; });
    writeSuite(Same, Context, Out);
    Rest = Rest.drop_front(Same.size());
  }
  for (const Problem &P : Context.Problems)
    writeProblem(P, Context, Out);
  Out << "</testsuites>\n";
}
