//===- SarifSink.cpp - Findings as SARIF 2.1.0 ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
// One run; a result is a finding. A result's region is the whole expression; the notes are its related locations, and
// also, followed by the finding itself, its code flow, for viewers that step through one.
//
//===----------------------------------------------------------------------===//

#include "report/Fingerprint.h"
#include "report/Sink.h"
#include "report/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace devtidy::report;
using llvm::StringRef;

namespace {

class SarifReport {
public:
  SarifReport(const ReportContext &Context, llvm::raw_ostream &Out) : Context(Context), J(Out, /*IndentSize=*/2) {}

  void write(llvm::ArrayRef<Finding> Findings);

private:
  void message(StringRef Key, StringRef Text);
  void artifact(StringRef Path);
  void region(StringRef Key, const SourceText &Source, uint32_t Begin, uint32_t End);
  /// The members that say where something is: in the file, in the cell of a notebook and in Function.
  void places(const Place &Where, StringRef Function = {});
  /// A location object whose message is Text.
  void location(const Place &Where, StringRef Text);
  void tool();
  void rule(const CheckInfo &Check);
  void invocation();
  void result(const Finding &F, StringRef Fingerprint);
  void codeFlow(const Finding &F);
  void fix(const Fix &F);
  void artifactChange(llvm::ArrayRef<Edit> Edits);

  const ReportContext &Context;
  llvm::json::OStream J;
};

} // namespace

static constexpr StringRef BaseId = "%SRCROOT%";

static StringRef sarifLevel(int Level) { return Level <= 2 ? "warning" : "note"; }

/// A path as the path part of a URI.
static std::string uriPath(StringRef Path) {
  std::string Out;
  llvm::raw_string_ostream Stream(Out);
  for (char C : Path)
    if (llvm::isAlnum(C) || StringRef("/-._~!$&'()*+,;=@").contains(C))
      Stream << C;
    else
      Stream << '%' << llvm::toHex(StringRef(&C, 1));
  return Out;
}

void SarifReport::message(StringRef Key, StringRef Text) {
  J.attributeObject(Key, [&] { J.attribute("text", validUtf8(Text)); });
}

void SarifReport::artifact(StringRef Path) {
  llvm::SmallString<128> Shown(Context.displayed(Path));
  // Nothing above the base may be named relative to it.
  if (StringRef(Shown).starts_with("../") && !Context.Root.empty()) {
    Shown = Context.Root;
    llvm::sys::path::append(Shown, Path);
    llvm::sys::path::remove_dots(Shown, /*remove_dot_dot=*/true);
  }
  J.attributeObject("artifactLocation", [&] {
    if (llvm::sys::path::is_absolute(Shown)) {
      J.attribute("uri", "file://" + uriPath(Shown));
    } else {
      J.attribute("uri", uriPath(Shown));
      J.attribute("uriBaseId", BaseId);
    }
  });
}

void SarifReport::region(StringRef Key, const SourceText &Source, uint32_t Begin, uint32_t End) {
  LineColumn First = Source.inUtf16(Begin), Last = Source.inUtf16(End);
  J.attributeObject(Key, [&] {
    J.attribute("startLine", First.Line);
    J.attribute("startColumn", First.Column);
    J.attribute("endLine", Last.Line);
    J.attribute("endColumn", Last.Column);
  });
}

void SarifReport::places(const Place &Where, StringRef Function) {
  J.attributeObject("physicalLocation", [&] {
    artifact(Where.Path);
    if (const SourceText *Source = Context.Sources.get(Where.Path))
      region("region", *Source, Where.Begin, Where.End);
  });
  const SourceText *Source = Context.Sources.get(Where.Path);
  bool InCell = Source && Source->isNotebook();
  if (!InCell && Function.empty())
    return;
  J.attributeArray("logicalLocations", [&] {
    if (InCell)
      J.object([&] {
        J.attribute("name", "cell " + std::to_string(Source->inBytes(Where.Point).Cell));
        J.attribute("kind", "module");
      });
    if (!Function.empty())
      J.object([&] {
        J.attribute("fullyQualifiedName", validUtf8(Function));
        J.attribute("kind", "function");
      });
  });
}

void SarifReport::location(const Place &Where, StringRef Text) {
  places(Where);
  message("message", Text);
}

//===----------------------------------------------------------------------===//

void SarifReport::rule(const CheckInfo &Check) {
  J.attribute("id", Check.Name);
  message("shortDescription", wording::describe(Check.Headline));
  J.attributeObject("help", [&] {
    J.attribute("text", "device-tidy rule " + Check.Name);
    if (StringRef Page = Context.Page ? Context.Page(Check.Name) : ""; !Page.empty())
      J.attribute("markdown", validUtf8(Page));
  });
  if (const std::string Url = Context.url(Check.Name); !Url.empty())
    J.attribute("helpUri", Url);
  J.attributeObject("defaultConfiguration", [&] { J.attribute("level", sarifLevel(Check.Level)); });
  J.attributeObject("properties", [&] {
    J.attribute("level", Check.Level);
    J.attribute("since", Check.Since);
  });
}

void SarifReport::tool() {
  J.attributeObject("driver", [&] {
    J.attribute("name", "device-tidy");
    if (!Context.Version.empty())
      J.attribute("version", Context.Version);
    if (!Context.InformationUri.empty())
      J.attribute("informationUri", Context.InformationUri);
    J.attributeArray("rules", [&] {
      for (const CheckInfo &Check : Context.Checks)
        J.object([&] { rule(Check); });
    });
  });
}

void SarifReport::invocation() {
  J.attribute("executionSuccessful", Context.ExitStatus != 2);
  J.attribute("exitCode", Context.ExitStatus);
  J.attributeArray("toolExecutionNotifications", [&] {
    for (const Problem &P : Context.Problems)
      J.object([&] {
        J.attribute("level", "error");
        message("message", P.Message);
        J.attributeArray("locations",
                         [&] { J.object([&] { J.attributeObject("physicalLocation", [&] { artifact(P.Path); }); }); });
      });
  });
}

//===----------------------------------------------------------------------===//

void SarifReport::codeFlow(const Finding &F) {
  auto Step = [&](const Place &Where, StringRef Text) {
    J.object([&] { J.attributeObject("location", [&] { location(Where, Text); }); });
  };
  J.attributeArray("threadFlows", [&] {
    J.object([&] {
      J.attributeArray("locations", [&] {
        for (const Note &N : F.Notes)
          Step(N.Where, N.Text);
        Step(F.Where, F.Headline);
      });
    });
  });
}

void SarifReport::artifactChange(llvm::ArrayRef<Edit> Edits) {
  const SourceText &Source = *Context.Sources.get(Edits.front().Path);
  artifact(Edits.front().Path);
  J.attributeArray("replacements", [&] {
    for (const Edit &E : Edits)
      J.object([&] {
        region("deletedRegion", Source, E.Begin, E.End);
        message("insertedContent", E.Replacement);
      });
  });
}

void SarifReport::fix(const Fix &F) {
  std::vector<Edit> Edits = F.Edits;
  llvm::sort(Edits);
  message("description", F.Title);
  J.attributeArray("artifactChanges", [&] {
    for (llvm::ArrayRef<Edit> Rest = Edits; !Rest.empty();) {
      auto Same = Rest.take_while([&](const Edit &E) { return E.Path == Rest.front().Path; });
      J.object([&] { artifactChange(Same); });
      Rest = Rest.drop_front(Same.size());
    }
  });
  J.attributeObject("properties", [&] {
    J.attribute("sure", F.Sure);
    J.attribute("applicability", F.Sure ? "safe" : "unsafe");
  });
}

void SarifReport::result(const Finding &F, StringRef Fingerprint) {
  J.attribute("ruleId", F.Check);
  if (const CheckInfo *Check = Context.find(F.Check))
    J.attribute("ruleIndex", Check - Context.Checks.begin());
  J.attribute("level", sarifLevel(F.Level));
  message("message", F.Headline);
  J.attributeArray("locations", [&] { J.object([&] { places(F.Where, F.Function); }); });
  if (!F.Notes.empty()) {
    J.attributeArray("relatedLocations", [&] {
      for (auto [I, N] : llvm::enumerate(F.Notes))
        J.object([&, I = I, &N = N] {
          J.attribute("id", static_cast<int64_t>(I));
          location(N.Where, N.Text);
        });
    });
    J.attributeArray("codeFlows", [&] { J.object([&] { codeFlow(F); }); });
  }
  J.attributeObject("partialFingerprints", [&] { J.attribute("deviceTidy/v1", Fingerprint); });
  // A fix that cannot be placed cannot be described.
  auto CanPlace = [&](const Fix &Repair) {
    return !Repair.Edits.empty() &&
           llvm::all_of(Repair.Edits, [&](const Edit &E) { return Context.Sources.get(E.Path); });
  };
  if (llvm::any_of(F.Fixes, CanPlace))
    J.attributeArray("fixes", [&] {
      for (const Fix &Repair : llvm::make_filter_range(F.Fixes, CanPlace))
        J.object([&] { fix(Repair); });
    });
  J.attributeObject("properties", [&] {
    J.attribute("worlds", llvm::json::Array(worldNames(F.Worlds)));
    J.attribute("level", F.Level);
    J.attribute("certain", F.Certain);
    if (F.ByRun != Settled::No)
      J.attribute("run", settledName(F.ByRun));
  });
}

void SarifReport::write(llvm::ArrayRef<Finding> Findings) {
  std::vector<std::string> Fingerprints = countedFingerprints(Findings, Context.Sources);
  J.object([&] {
    J.attribute("$schema",
                "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] {
      J.object([&] {
        J.attributeObject("tool", [&] { tool(); });
        J.attribute("columnKind", "utf16CodeUnits");
        if (!Context.Root.empty())
          J.attributeObject("originalUriBaseIds", [&] {
            J.attributeObject(BaseId, [&] { J.attribute("uri", "file://" + uriPath(Context.Root.rtrim('/')) + "/"); });
          });
        J.attributeArray("invocations", [&] { J.object([&] { invocation(); }); });
        J.attributeArray("results", [&] {
          for (auto [F, Name] : llvm::zip_equal(Findings, Fingerprints))
            J.object([&, &F = F, &Name = Name] { result(F, Name); });
        });
      });
    });
  });
}

void devtidy::report::writeSarif(llvm::ArrayRef<Finding> Findings, const ReportContext &Context,
                                 llvm::raw_ostream &Out) {
  SarifReport(Context, Out).write(Findings);
  Out << '\n';
}
