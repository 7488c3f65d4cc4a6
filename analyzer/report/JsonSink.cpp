//===- JsonSink.cpp - Findings as JSON; docs/output.md has the schema -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "report/Fingerprint.h"
#include "report/Sink.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using llvm::StringRef;

namespace {

class JsonReport {
public:
  JsonReport(const ReportContext &Context, llvm::raw_ostream &Out) : Context(Context), J(Out, /*IndentSize=*/2) {}

  void write(llvm::ArrayRef<Finding> Findings);

private:
  void text(StringRef Key, StringRef Value) { J.attribute(Key, validUtf8(Value)); }
  void position(StringRef Key, const SourceText &Source, uint32_t Offset);
  /// The attributes of a place; the file's path alone if the file cannot be read.
  void place(StringRef Path, uint32_t Begin, uint32_t End, const uint32_t *Point);
  void place(const Place &P) { place(P.Path, P.Begin, P.End, &P.Point); }
  void finding(const Finding &F, StringRef Fingerprint);
  void fix(const Fix &F);

  const ReportContext &Context;
  llvm::json::OStream J;
};

} // namespace

void JsonReport::position(StringRef Key, const SourceText &Source, uint32_t Offset) {
  LineColumn At = Source.inBytes(Offset);
  J.attributeObject(Key, [&] {
    J.attribute("line", At.Line);
    J.attribute("column", At.Column);
    J.attribute("offset", Offset);
  });
}

void JsonReport::place(StringRef Path, uint32_t Begin, uint32_t End, const uint32_t *Point) {
  J.attribute("path", Context.displayed(Path));
  const SourceText *Source = Context.Sources.get(Path);
  if (!Source)
    return;
  if (Point) {
    LineColumn At = Source->inBytes(*Point);
    if (At.Cell)
      J.attribute("cell", At.Cell);
    J.attribute("line", At.Line);
    J.attribute("column", At.Column);
  }
  position("begin", *Source, Begin);
  position("end", *Source, End);
}

void JsonReport::fix(const Fix &F) {
  text("title", F.Title);
  J.attribute("sure", F.Sure);
  J.attribute("applicability", F.Sure ? "safe" : "unsafe");
  J.attributeArray("edits", [&] {
    for (const Edit &E : F.Edits)
      J.object([&] {
        place(E.Path, E.Begin, E.End, nullptr);
        text("replacement", E.Replacement);
      });
  });
}

void JsonReport::finding(const Finding &F, StringRef Fingerprint) {
  J.attribute("check", F.Check);
  J.attribute("level", F.Level);
  text("message", F.Headline);
  place(F.Where);
  J.attribute("certain", F.Certain);
  if (F.ByRun != Settled::No)
    J.attribute("run", settledName(F.ByRun));
  J.attribute("worlds", llvm::json::Array(worldNames(F.Worlds)));
  text("function", F.Function);
  if (const std::string Url = Context.url(F.Check); !Url.empty())
    J.attribute("url", Url);
  J.attribute("fingerprint", Fingerprint);
  J.attributeArray("notes", [&] {
    for (const Note &N : F.Notes)
      J.object([&] {
        text("message", N.Text);
        place(N.Where);
      });
  });
  J.attributeArray("fixes", [&] {
    for (const Fix &Repair : F.Fixes)
      J.object([&] { fix(Repair); });
  });
  J.attributeArray("evidence", [&] {
    for (const Evidence &E : F.Support)
      J.object([&] {
        text("kind", E.Kind);
        J.attribute("strength", E.Strength);
      });
  });
}

void JsonReport::write(llvm::ArrayRef<Finding> Findings) {
  std::vector<std::string> Fingerprints = countedFingerprints(Findings, Context.Sources);
  J.object([&] {
    J.attribute("schema", 1);
    J.attribute("version", Context.Version);
    J.attributeArray("findings", [&] {
      for (auto [F, Name] : llvm::zip_equal(Findings, Fingerprints))
        J.object([&, &F = F, &Name = Name] { finding(F, Name); });
    });
    J.attributeArray("problems", [&] {
      for (const Problem &P : Context.Problems)
        J.object([&] {
          J.attribute("path", Context.displayed(P.Path));
          text("message", P.Message);
        });
    });
  });
}

void devtidy::report::writeJson(llvm::ArrayRef<Finding> Findings, const ReportContext &Context,
                                llvm::raw_ostream &Out) {
  JsonReport(Context, Out).write(Findings);
  Out << '\n';
}
