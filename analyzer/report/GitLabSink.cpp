//===- GitLabSink.cpp - Findings as a GitLab code quality report ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Fingerprint.h"
#include "report/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace devtidy::report;
using llvm::StringRef;

static StringRef severity(int Level) { return Level <= 1 ? "major" : Level == 2 ? "minor" : "info"; }

static void write(llvm::json::OStream &J, const Finding &F, StringRef Fingerprint, const ReportContext &Context) {
  std::string Path = Context.displayed(F.Where.Path);
  const SourceText *Source = Context.Sources.get(F.Where.Path);
  J.attribute("description", validUtf8(F.Headline));
  J.attribute("check_name", F.Check);
  if (const std::string Url = Context.url(F.Check); !Url.empty())
    J.attributeObject("content", [&] { J.attribute("body", "[" + F.Check + "](" + Url + ")"); });
  // GitLab takes equal fingerprints for one finding, also across files.
  J.attribute("fingerprint", llvm::utohexstr(llvm::xxh3_64bits(StringRef(Path + '\0' + Fingerprint.str())),
                                             /*LowerCase=*/true, /*Width=*/16));
  J.attribute("severity", severity(F.Level));
  J.attributeObject("location", [&] {
    J.attribute("path", Path);
    J.attributeObject("lines", [&] { J.attribute("begin", Source ? Source->inBytes(F.Where.Point).Line : 1); });
  });
}

void devtidy::report::writeGitLab(llvm::ArrayRef<Finding> Findings, const ReportContext &Context,
                                  llvm::raw_ostream &Out) {
  std::vector<std::string> Fingerprints = countedFingerprints(Findings, Context.Sources);
  llvm::json::OStream J(Out, /*IndentSize=*/2);
  J.array([&] {
    for (auto [F, Name] : llvm::zip_equal(Findings, Fingerprints))
      J.object([&, &F = F, &Name = Name] { write(J, F, Name, Context); });
  });
  Out << '\n';
}
